"""Corpus to token shards: read, clean, add made pairs, tokenise, compress.

    python3 prepare.py CORPUS data

CORPUS contains `GROUP-N.tsv.xz` (English, Spanish and perhaps a direction: 0 both, 1 only into Spanish, 2 only
into English), `NAME.en.txt.xz`, `NAME.es.txt.xz`, `weights.json`, `spm.model`, `dev.tsv` and perhaps more
`NAME-dev.tsv`. Everything `train`
needs is written to the output folder, which is transferred to the machine with the accelerator. So no accelerator
waits for tokenising, and the tokens are a fifth smaller than the compressed text.
"""
from __future__ import annotations

import argparse
import glob
import json
import lzma
import os
import random
import shutil
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import islice
from multiprocessing import get_context

from augmentation import augment, money_sign
from cleaning import clean_pair
from shards import BOTH, SUFFIX, write_shard
from vocabulary import Vocabulary, normalise

Pair = tuple[str, str]

NO_MATERIAL = ("aug", "wiktionary", "cldr", "dictionaries", "noisy")
EVERYDAY = ("phrasebook", "phrasebook3", "translated", "tatoeba")

# Filled before the workers are forked, so that two gigabytes of text need not be sent to them.
_rows: dict[tuple[str, int], list[Pair]] = {}
_vocabulary: Vocabulary | None = None


def group_of(path: str) -> str:
    """`corpus/europarl-3.tsv.xz` -> `europarl`."""
    return os.path.basename(path).split(".")[0].rsplit("-", 1)[0]


def development_files(folder: str) -> list[str]:
    """`dev.tsv` and every other `NAME-dev.tsv`: pairs that a run is measured with and never learns from."""
    return sorted(glob.glob(os.path.join(folder, "dev.tsv")) + glob.glob(os.path.join(folder, "*-dev.tsv")))


def read_pairs(path: str, limit: int | None = None) -> tuple[str, list[tuple[str, str, int]], Counter]:
    """Clean pairs of one file and how many were dropped why."""
    kept, dropped = [], Counter()
    rng = random.Random(os.path.basename(path))
    with lzma.open(path, "rt", encoding="utf8") as lines:
        for line in islice(lines, limit):
            fields = line.rstrip("\n").split("\t")
            result = clean_pair(fields[0], fields[1]) if len(fields) > 1 else "columns"
            if isinstance(result, str):
                dropped[result] += 1
                continue
            english, spanish = result
            kept.append((money_sign(english, rng), spanish, int(fields[2]) if len(fields) > 2 else BOTH))
    return group_of(path), kept, dropped


def collect(corpus: str, workers: int, limit: int | None) -> tuple[dict[tuple[str, int], list[Pair]], Counter]:
    """All clean pairs by group and direction: no pair twice, none with a side of a development set."""
    held_out = set()
    for path in development_files(corpus):
        with open(path, encoding="utf8") as file:
            held_out |= {normalise(side).casefold() for line in file for side in line.rstrip("\n").split("\t")[:2]}
    paths = sorted(glob.glob(os.path.join(corpus, "*.tsv.xz")), key=os.path.getsize, reverse=True)
    rows: dict[tuple[str, int], list[Pair]] = {}
    counts: Counter = Counter()
    seen: set[int] = set()
    with ProcessPoolExecutor(workers) as pool:
        for group, kept, dropped in pool.map(partial(read_pairs, limit=limit), paths):
            counts.update(dropped)
            for english, spanish, direction in kept:
                lower_en, lower_es = english.casefold(), spanish.casefold()
                # The augmented copies differ from their originals in nothing but case: they may stay.
                mark = hash((english, spanish) if group == "aug" else (lower_en, lower_es))
                if lower_en in held_out or lower_es in held_out:
                    counts["development set"] += 1
                elif mark in seen:
                    counts["twice"] += 1
                else:
                    seen.add(mark)
                    rows.setdefault((group, direction), []).append((english, spanish))
    return rows, counts


def add_made_pairs(rows: dict[tuple[str, int], list[Pair]], seed: int, share: float) -> dict[str, int]:
    """Add the groups `made-…`; dictionary entries and sentences already altered are no material for them. Everyday text comes first."""
    rng = random.Random(seed)
    material = [p for (group, _), pairs in rows.items() if group not in NO_MATERIAL for p in pairs]
    rng.shuffle(material)
    everyday = {p for (group, direction), pairs in rows.items() if group in EVERYDAY and direction == BOTH for p in pairs}
    material.sort(key=lambda pair: pair not in everyday)
    counts = {}
    for name, made in augment(material, seed, share).items():
        counts[name] = len(made)
        for english, spanish, direction in made:
            rows.setdefault((f"made-{name}", direction), []).append((english, spanish))
    return counts


def _write_pairs(task: tuple[str, tuple[str, int], int, int, int]) -> tuple[str, int, int]:
    path, key, first, last, preset = task
    assert _vocabulary is not None
    pairs = _rows[key][first:last]
    english = _vocabulary.encode([e for e, _ in pairs], 1)
    spanish = _vocabulary.encode([s for _, s in pairs], 1)
    rows = [(e, s) for e, s in zip(english, spanish) if e and s]
    return path, len(rows), write_shard(path, rows, group=key[0], direction=key[1], preset=preset)


def _write_lines(task: tuple[str, str, int, int | None]) -> tuple[str, int, int]:
    source, path, preset, limit = task
    assert _vocabulary is not None
    with lzma.open(source, "rt", encoding="utf8") as file:
        lines = [line for line in dict.fromkeys(normalise(raw) for raw in file) if 3 < len(line) < 700][:limit]
    ids = [(row,) for row in _vocabulary.encode(lines, 1) if row]
    name, language = os.path.basename(source).split(".")[:2]
    return path, len(ids), write_shard(path, ids, group=name, language=language, preset=preset)


def distribute(folder: str, most: int) -> list[int]:
    """Move all files into folders part-1, part-2, … of at most `most` bytes, the largest first; answers their sizes."""
    files = [n for n in os.listdir(folder) if os.path.isfile(os.path.join(folder, n))]
    sizes: list[int] = []
    # What every stage reads and the monolingual text (`NAME.LANGUAGE.shard.xz`) come first: part-1 alone is enough for a trial.
    for name in sorted(files, key=lambda n: (n.endswith(SUFFIX), n.count(".") < 3, -os.path.getsize(os.path.join(folder, n)))):
        size = os.path.getsize(os.path.join(folder, name))
        part = next((i for i, full in enumerate(sizes) if full + size <= most), len(sizes))
        if part == len(sizes):
            sizes.append(0)
            os.makedirs(os.path.join(folder, f"part-{part + 1}"))
        sizes[part] += size
        os.replace(os.path.join(folder, name), os.path.join(folder, f"part-{part + 1}", name))
    return sizes


def main() -> None:
    global _vocabulary
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus")
    parser.add_argument("out")
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    parser.add_argument("--pairs-a-shard", type=int, default=250_000)
    parser.add_argument("--preset", type=int, default=9, help="xz preset; 1 is quick, 9 travels best")
    parser.add_argument("--made", type=float, default=1.0, help="share of the made pairs; 0 leaves them out")
    parser.add_argument("--limit", type=int, help="lines read from each file, for a trial")
    parser.add_argument("--part-bytes", type=int, default=58 << 20, help="most a folder part-N holds: what one transfer can carry")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    start = time.time()

    def say(*words: object) -> None:
        print(f"[{time.time() - start:6.1f}]", *words, flush=True)

    os.makedirs(options.out, exist_ok=True)
    for stale in glob.glob(os.path.join(options.out, "part-*")):
        shutil.rmtree(stale)
    for name in ("weights.json", "spm.model", *map(os.path.basename, development_files(options.corpus))):
        shutil.copyfile(os.path.join(options.corpus, name), os.path.join(options.out, name))
    rows, dropped = collect(options.corpus, options.workers, options.limit)
    say("kept", sum(map(len, rows.values())), "dropped", json.dumps(dict(dropped.most_common())))
    if options.made > 0:
        say("made", json.dumps(add_made_pairs(rows, options.seed, options.made)))
    for pairs in rows.values():
        pairs.sort()  # see shards.py: what begins alike shall lie together
    _rows.update(rows)
    _vocabulary = Vocabulary(os.path.join(options.corpus, "spm.model"))
    tasks = []
    for (group, direction), pairs in sorted(rows.items(), key=lambda item: -len(item[1])):
        for part, first in enumerate(range(0, len(pairs), options.pairs_a_shard)):
            name = f"{group}-{direction}-{part}{SUFFIX}"
            tasks.append((os.path.join(options.out, name), (group, direction), first, first + options.pairs_a_shard, options.preset))
    texts = [(path, os.path.join(options.out, os.path.basename(path).replace(".txt.xz", SUFFIX)), options.preset, options.limit)
             for path in sorted(glob.glob(os.path.join(options.corpus, "*.??.txt.xz")))]
    total = 0
    with ProcessPoolExecutor(options.workers, mp_context=get_context("fork")) as pool:
        for path, count, size in (*pool.map(_write_pairs, tasks), *pool.map(_write_lines, texts)):
            total += size
            say(os.path.basename(path), count, f"{size / 1e6:.2f} MB")
    say(f"{total / 1e6:.1f} MB in all, parts:", distribute(options.out, options.part_bytes))


if __name__ == "__main__":
    main()
