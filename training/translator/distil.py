"""A teacher translates the corpus; its answers become the training pairs of a smaller model.

    python3 distil.py --teacher teacher.pt --data data/part-1 data/part-2 --out data/distilled --beams 4 --minutes 12

Each shard becomes one file per direction, written whole; what is there already is skipped, so a stopped run goes on
where it was. The groups are called `distil-GROUP`; `train` takes the folder beside or instead of the original ones.
Monolingual text becomes pairs in both directions, `distil-forward-en` and `distil-back-en`. With --both the pairs of all
groups serve in both: the teacher's words as a second target for a real source, and as a second source for a real target.
"""
from __future__ import annotations

import argparse
import json
import os
import random
import time
from concurrent.futures import Future, ThreadPoolExecutor

import torch

from batches import read_all, weight_of
from checkpoint import load_translator
from cleaning import plausible_translation
from decoding import Speaker, translate
from shards import BOTH, SUFFIX, TO_ENGLISH, TO_SPANISH, Shard, shard_paths, write_shard
from train import find
from vocabulary import Vocabulary


def pieces(shard: Shard, name: str, size: int, seed: int) -> list[tuple[str, list]]:
    """The shard's rows in random order in pieces of `size`, so that a run cut short has seen all kinds of sentences."""
    rows = shard.sentences()
    random.Random(f"{seed}{name}").shuffle(rows)
    return [(f"{name}-{first // size}", rows[first:first + size]) for first in range(0, len(rows), size)]


def teach(speaker: Speaker, rows: list, column: int, beams: int, tokens: int, longest: int) -> list[tuple[list[int], list[int]]]:
    """(English, Spanish) id pairs with the side opposite to `column` written by the teacher."""
    vocabulary = speaker.vocabulary
    sources = [row[column] for row in rows if 0 < len(row[column]) <= longest]
    said = translate(speaker, sources, vocabulary.tag("es" if column == 0 else "en"), beams=beams, tokens=tokens, most=8192)
    written, originals = vocabulary.decode(said), vocabulary.decode(sources)
    again = vocabulary.encode(written)
    kept = [(s, a) for s, a, text, other in zip(sources, again, originals, written) if a and plausible_translation(text, other)]
    return kept if column == 0 else [(a, s) for s, a in kept]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--teacher", required=True)
    parser.add_argument("--data", nargs="+", required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("--beams", type=int, default=4)
    parser.add_argument("--minutes", type=float, default=10**6)
    parser.add_argument("--groups", nargs="*", help="only these; all otherwise")
    parser.add_argument("--both", action="store_true", help="use the teacher's side of pairs as source, too")
    parser.add_argument("--piece", type=int, default=50_000, help="rows a file: what is lost when the run is cut short")
    parser.add_argument("--tokens", type=int, default=262_144, help="source tokens times beams in a batch")
    parser.add_argument("--longest", type=int, default=110)
    parser.add_argument("--preset", type=int, default=1, help="xz preset")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    begin = time.time()
    os.makedirs(options.out, exist_ok=True)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    torch.set_float32_matmul_precision("high")
    if device.type == "cuda":
        torch.backends.cuda.enable_cudnn_sdp(False)
    vocabulary = Vocabulary(find(options.data, "spm.model"))
    with open(find(options.data, "weights.json"), encoding="utf8") as file:
        weights = json.load(file)
    speaker = Speaker(load_translator(options.teacher, device)[0], vocabulary)
    paths = shard_paths(options.data)
    work = []
    for path, shard in zip(paths, read_all(paths)):
        if options.groups and shard.group not in options.groups:
            continue
        name = os.path.basename(path).removesuffix(SUFFIX)
        columns = [0] if shard.language == "en" else [1] if shard.language == "es" else \
            [c for c, d in ((0, TO_ENGLISH), (1, TO_SPANISH)) if shard.direction != d]
        for piece, (piece_name, rows) in enumerate(pieces(shard, name, options.piece, options.seed)):
            # A monolingual Spanish row needs a column 0 for the teacher to fill.
            rows = [[[], row[0]] for row in rows] if shard.language == "es" else rows
            for column in columns:
                # First pieces of every group first, often-drawn groups before others.
                work.append((piece, -weight_of(shard.group, weights), piece_name, column, shard.group, shard.language, rows))
    work.sort(key=lambda item: item[:4])
    done = 0
    writer = ThreadPoolExecutor(2)  # compressing must not keep the accelerator waiting
    written: list[Future] = []
    for _, _, name, column, group, language, rows in work:
        target = os.path.join(options.out, f"distil-{'en-es' if column == 0 else 'es-en'}-{name}{SUFFIX}")
        if os.path.exists(target):
            continue
        if time.time() - begin > options.minutes * 60:
            print("stopped: the time is spent", flush=True)
            break
        start = time.time()
        pairs = teach(speaker, rows, column, options.beams, options.tokens, options.longest)
        if pairs:
            onward, back = (TO_SPANISH, TO_ENGLISH) if column == 0 else (TO_ENGLISH, TO_SPANISH)
            if language:  # nobody else's translation is there, so the teacher's serves as a source too
                beside = os.path.join(options.out, f"back-{name}{SUFFIX}")
                written.append(writer.submit(write_shard, beside, pairs, group=f"distil-back-{language}", direction=back, preset=options.preset))
                group = f"forward-{language}"
            elif options.both:
                onward = BOTH
            written.append(writer.submit(write_shard, target, pairs, group=f"distil-{group}", direction=onward, preset=options.preset))
        done += len(pairs)
        print(f"[{time.time() - begin:6.1f}] {os.path.basename(target)} {len(pairs)} of {len(rows)}, {len(rows) / (time.time() - start):.0f} sentences/s, {done} in all", flush=True)
    for file in written:
        file.result()


if __name__ == "__main__":
    main()
