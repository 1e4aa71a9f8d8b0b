"""Weights between those of two checkpoints, measured: what a run forgets of its start may be worth keeping.

    python3 average.py runs/start.pt runs/everyday/latest.pt runs/mixed --shares 0.2 0.35 --vocabulary data/part-1/spm.model \\
      --pairs data/part-1/dev.tsv data/part-1/everyday-dev.tsv

A share of 0.2 takes 0.2 of the first checkpoint and 0.8 of the second. Writes OUT-SHARE.pt.
"""
from __future__ import annotations

import argparse

import torch

from checkpoint import load_translator, save_weights
from decoding import Speaker, translate
from metrics import corpus_bleu, corpus_chrf
from rounding import Rounding
from vocabulary import Vocabulary, normalise


def between(first: dict[str, torch.Tensor], second: dict[str, torch.Tensor], share: float) -> dict[str, torch.Tensor]:
    """`share` of the first weights and the rest of the second."""
    if first.keys() != second.keys():
        raise ValueError(f"Give two checkpoints of one model: {sorted(first.keys() ^ second.keys())[:4]}")
    return {name: torch.lerp(value, first[name], share) for name, value in second.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("first")
    parser.add_argument("second")
    parser.add_argument("out", help="the beginning of the names of the new checkpoints")
    parser.add_argument("--shares", type=float, nargs="+", required=True, help="how much of the first checkpoint, from 0 to 1")
    parser.add_argument("--vocabulary", required=True)
    parser.add_argument("--pairs", nargs="+", required=True, help="files of `English TAB Spanish` to measure with")
    parser.add_argument("--beams", type=int, default=4)
    options = parser.parse_args()
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    if device.type == "cuda":
        torch.backends.cuda.enable_cudnn_sdp(False)
    vocabulary = Vocabulary(options.vocabulary)
    first, second = (load_translator(path, device) for path in (options.first, options.second))
    start, end = dict(first[0].state_dict()), {name: value.clone() for name, value in second[0].state_dict().items()}
    model = second[0]
    for share in options.shares:
        model.load_state_dict(between(start, end, share))
        save_weights(f"{options.out}-{share}.pt", model, None, {**second[1], "share of the start": share})
        with Rounding(model).applied():
            speaker = Speaker(model, vocabulary)
            for path in options.pairs:
                print(f"{share} {path} {measured(speaker, vocabulary, path, options.beams, device)}", flush=True)


def measured(speaker: Speaker, vocabulary: Vocabulary, path: str, beams: int, device: torch.device) -> str:
    """BLEU and chrF in both directions."""
    with open(path, encoding="utf8") as file:
        lines = [line.rstrip("\n").split("\t") for line in file]
    texts = {"en": [line[0] for line in lines], "es": [line[1] for line in lines]}
    told = []
    for source, target in (("en", "es"), ("es", "en")):
        ids = vocabulary.encode([normalise(text) for text in texts[source]])
        said = translate(speaker, ids, vocabulary.tag(target), beams=beams, tokens=131_072 if device.type == "cuda" else 4096)
        found = vocabulary.decode(said)
        told.append(f"{source}-{target} {corpus_bleu(found, texts[target]):.2f} / {corpus_chrf(found, texts[target]):.2f}")
    return ", ".join(told)


if __name__ == "__main__":
    main()
