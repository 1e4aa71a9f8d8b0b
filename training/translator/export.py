"""A checkpoint becomes the files that are shipped: ONNX graphs with int8 weights, the vocabulary, a manifest.

    python3 export.py runs/student/best.pt CORPUS exported

CORPUS holds spm.model and the pairs of sentences (NAME.tsv.xz) from which the ranges of the activations are found; set
OMP_NUM_THREADS=1 on a busy machine.

Written: enc.onnx, dec.onnx, emb.bin (one embedding table for both), vocab.json (pieces for a tokeniser in any
language), reference.json (what the float32 model answers to a few sentences, to test other programs against) and
manifest.json (sizes, training and the SHA-256 of every file).
"""
from __future__ import annotations

import argparse
import hashlib
import json
import os

import numpy as np
import torch

from calibration import find_ranges
from checkpoint import load_translator
from decoding import Speaker, greedy_batch
from onnx_graph import EMBEDDING_FILE, Source, decoder_model, encoder_model, quantise
from onnx_translate import Exported
from vocabulary import EOS, Vocabulary, normalise

MOST_BYTES = 64_000_000
SENTENCES = (
    ("es", "The cat sat on the mat."), ("es", "How much is 2,500 divided by 2.5?"), ("es", "I'm sorry, but I can't come tomorrow."),
    ("es", "The Commission spent 2.5 billion dollars on research in 2019."), ("es", "See https://example.org/docs?id=7 for {name}."),
    ("es", "Hello"), ("en", "¿Dónde está la biblioteca?"), ("en", "El perro que vimos ayer era de mi hermana."),
    ("en", "No sé qué decirte, pero te echaré de menos."), ("en", "La temperatura media fue de 2,5 grados."), ("en", "donde vives"), ("en", "ATENCIÓN: NO ABRIR"),
)


def write(path: str, data: bytes) -> None:
    with open(path, "wb") as file:
        file.write(data)


def vocabulary_file(vocabulary: Vocabulary, sizes: dict[str, int]) -> dict:
    """Pieces with score and kind: n normal, b byte, c control, k unknown."""
    p = vocabulary.pieces

    def kind(i: int) -> str:
        return "b" if p.is_byte(i) else "c" if p.is_control(i) else "k" if p.is_unknown(i) else "n"

    def score(i: int) -> float:
        # All of the 32 bits, written as short as they can be: rounded any further, a few lines in 100,000 have other pieces.
        return float(str(np.float32(p.get_score(i))))

    pieces = [[p.id_to_piece(i), score(i), kind(i)] for i in range(vocabulary.size)]
    return {"d": sizes["width"], "heads": sizes["heads"], "enc": sizes["encoder_layers"], "dec": sizes["decoder_layers"],
            "V": vocabulary.size, "es": vocabulary.to_spanish, "en": vocabulary.to_english, "eos": EOS, "pieces": pieces}


def references(speaker: Speaker, exported: Exported) -> list[dict]:
    """Ids and text of the float32 model and of the exported one for a few sentences."""
    vocabulary, rows = speaker.vocabulary, []
    for language, text in SENTENCES:
        ids = vocabulary.encode([normalise(text)], 1)[0]
        tag = vocabulary.tag(language)
        said = greedy_batch(speaker, [ids], tag)[0]
        narrow, first = exported.translate(ids, tag)
        top = np.argsort(-first)[:5]
        rows.append({
            "to": language, "text": text, "source": [tag, *ids, EOS],
            "float32": {"ids": said, "text": vocabulary.decode([said])[0]},
            "exported": {"ids": narrow, "text": vocabulary.decode([narrow])[0],
                         "first": [[int(i), round(float(first[i]), 3)] for i in top]},
        })
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkpoint")
    parser.add_argument("corpus", help="the folder with spm.model and pairs of sentences, NAME.tsv.xz")
    parser.add_argument("out")
    parser.add_argument("--bits", type=int, choices=(7, 8, 32), default=7, help="7 answers alike on every processor; 32 is a reference")
    options = parser.parse_args()
    os.makedirs(options.out, exist_ok=True)
    vocabulary = Vocabulary(os.path.join(options.corpus, "spm.model"))
    model, about = load_translator(options.checkpoint, torch.device("cpu"))
    sizes = model.sizes.as_dict()
    weights = {name: value.detach().numpy() for name, value in model.named_parameters()}
    source = Source(weights, sizes["width"], sizes["heads"], sizes["encoder_layers"], sizes["decoder_layers"],
                    vocabulary.size, options.bits, vocabulary.unspeakable,
                    {} if options.bits == 32 else find_ranges(model, vocabulary, options.corpus))

    def path(name: str) -> str:
        return os.path.join(options.out, name)

    names = ["enc.onnx", "dec.onnx", "vocab.json"]
    write(path("enc.onnx"), encoder_model(source))
    write(path("dec.onnx"), decoder_model(source))
    write(path("vocab.json"), json.dumps(vocabulary_file(vocabulary, sizes), ensure_ascii=False, separators=(",", ":")).encode())
    if options.bits != 32:
        names.append(EMBEDDING_FILE)
        write(path(EMBEDDING_FILE), quantise(source.embedding(), options.bits)[0].tobytes())
    total = sum(os.path.getsize(path(name)) for name in names)
    if options.bits != 32 and total > MOST_BYTES:
        raise SystemExit(f"Choose smaller sizes, all files may have {MOST_BYTES} bytes: {total}")
    exported = Exported(options.out, source.width, source.decoder_layers)
    rows = references(Speaker(model, vocabulary), exported)
    lines = ",\n".join(json.dumps(row, ensure_ascii=False) for row in rows)
    write(path("reference.json"), f"[\n{lines}\n]\n".encode())
    names.append("reference.json")
    files = {}
    for name in names:
        with open(path(name), "rb") as file:
            data = file.read()
        files[name] = {"bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}
    manifest = {"sizes": sizes, "bits": options.bits, "about": about, "files": files}
    write(path("manifest.json"), (json.dumps(manifest, ensure_ascii=False, indent=1) + "\n").encode())
    same = sum(r["float32"]["ids"] == r["exported"]["ids"] for r in rows)
    print(f"{total / 1e6:.1f} MB; {same} of {len(rows)} sentences as in float32")
    for row in rows:
        print(f"  {row['text']} => {row['exported']['text']}")


if __name__ == "__main__":
    main()
