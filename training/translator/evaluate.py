"""BLEU and chrF of a checkpoint or of exported files on a file of `English TAB Spanish`.

    python3 evaluate.py data/part-1/dev.tsv --checkpoint runs/student/best.pt --vocabulary data/part-1/spm.model --beams 4
    python3 evaluate.py data/part-1/dev.tsv --exported exported --vocabulary data/part-1/spm.model
"""
from __future__ import annotations

import argparse
import json
import os
import time

import torch

from checkpoint import load_translator
from decoding import Speaker, translate
from metrics import corpus_bleu, corpus_chrf
from onnx_translate import Exported
from vocabulary import Vocabulary, normalise


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pairs")
    parser.add_argument("--vocabulary", required=True)
    which = parser.add_mutually_exclusive_group(required=True)
    which.add_argument("--checkpoint")
    which.add_argument("--exported")
    parser.add_argument("--beams", type=int, default=1, help="for a checkpoint; exported files are measured greedily")
    parser.add_argument("--limit", type=int, default=10**9, help="only so many lines")
    parser.add_argument("--save", help="write the translations to SAVE.es and SAVE.en")
    options = parser.parse_args()
    vocabulary = Vocabulary(options.vocabulary)
    with open(options.pairs, encoding="utf8") as file:
        lines = [line.rstrip("\n").split("\t") for line in file][:options.limit]
    texts = {"en": [line[0] for line in lines], "es": [line[1] for line in lines]}
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    if options.checkpoint:
        if device.type == "cuda":
            torch.backends.cuda.enable_cudnn_sdp(False)
        speaker = Speaker(load_translator(options.checkpoint, device)[0], vocabulary)
    else:
        with open(os.path.join(options.exported, "manifest.json"), encoding="utf8") as file:
            sizes = json.load(file)["sizes"]
        exported = Exported(options.exported, sizes["width"], sizes["decoder_layers"])
    for source, target in (("en", "es"), ("es", "en")):
        start = time.time()
        ids, tag = vocabulary.encode([normalise(t) for t in texts[source]]), vocabulary.tag(target)
        if options.checkpoint:
            said = translate(speaker, ids, tag, beams=options.beams, tokens=131_072 if device.type == "cuda" else 4096)
        else:
            said = [exported.translate(row, tag)[0] for row in ids]
        found = vocabulary.decode(said)
        print(f"{source}-{target} BLEU {corpus_bleu(found, texts[target]):.2f} chrF {corpus_chrf(found, texts[target]):.2f}"
              f" on {len(found)} sentences, {time.time() - start:.1f} s", flush=True)
        if options.save:
            with open(f"{options.save}.{target}", "w", encoding="utf8") as file:
                file.write("\n".join(found) + "\n")


if __name__ == "__main__":
    main()
