"""Turns monolingual text into training pairs by translating it with the current weights.

The real sentence is used as target with its translation as source (back-translation, which teaches fluent output) and,
drawn less often, the other way round (which smooths the model as distillation does).
"""
from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence

import numpy as np

from cleaning import plausible_translation
from decoding import Speaker, translate
from shards import TO_ENGLISH, TO_SPANISH, Shard
from vocabulary import EOS

PIECE = 16_384
WEIGHTS = {"back-en": 1.0, "forward-en": 0.5, "back-es": 2.0, "forward-es": 0.5}


def pair_shard(rows: Sequence[tuple[Sequence[int], Sequence[int]]], group: str, direction: int) -> Shard:
    """A shard in memory from (English, Spanish) id pairs."""
    count = sum(len(a) + len(b) + 2 for a, b in rows)
    tokens = np.fromiter((i for row in rows for ids in row for i in (*ids, EOS)), np.uint16, count)
    return Shard(group, direction, 2, "", tokens)


def translate_in_time(speaker: Speaker, sources: list[list[int]], tag: int, *, sample: int, beams: int, until: float | None) -> list[list[int]]:
    """Translates the first sentences until the time is over, or all of them without a limit."""
    if until is None:
        return translate(speaker, sources, tag, sample=sample, beams=beams)
    found: list[list[int]] = []
    while len(found) < len(sources) and time.time() < until:
        found += translate(speaker, sources[len(found):len(found) + PIECE], tag, sample=sample, beams=beams, tokens=262_144, most=8192)
    return found


def back_translate(speaker: Speaker, texts: Sequence[Shard], say: Callable[..., None], *, sample: int = 0, beams: int = 1,
                   seconds: float | None = None, seed: int = 0, longest: int = 110, most: int | None = None) -> list[Shard]:
    """Four groups of pairs from English and Spanish shards; implausible translations are left out.

    With `seconds` sentences are taken in random order, and each text gets an equal share of the time that is left.
    """
    vocabulary = speaker.vocabulary
    made: list[Shard] = []
    end = None if seconds is None else time.time() + seconds
    for number, shard in enumerate(texts if end is None else sorted(texts, key=lambda s: s.tokens.size)):
        start = time.time()
        # The smallest text comes first: what it leaves of its share is for the larger ones.
        until = None if end is None else start + (end - start) / (len(texts) - number)
        sources = [row[0] for row in shard.sentences() if 0 < len(row[0]) <= longest]
        if until is not None:
            random.Random(seed).shuffle(sources)
        sources = sources[:most]
        english = shard.language == "en"
        found = translate_in_time(speaker, sources, vocabulary.tag("es" if english else "en"), sample=sample, beams=beams, until=until)
        sources = sources[:len(found)]
        written = vocabulary.decode(found)
        # Encoded anew from text: the model may have cut a word in a way the vocabulary never would.
        again = vocabulary.encode(written)
        originals = vocabulary.decode(sources)
        rows = [(a, b) for a, b, text, other in zip(sources, again, originals, written) if b and plausible_translation(text, other)]
        pairs = rows if english else [(b, a) for a, b in rows]
        back, forward = (TO_ENGLISH, TO_SPANISH) if english else (TO_SPANISH, TO_ENGLISH)
        made += [pair_shard(pairs, f"back-{shard.language}", back), pair_shard(pairs, f"forward-{shard.language}", forward)]
        say(f"back-translated {shard.language}: {len(sources)} sentences, kept {len(rows)}, {time.time() - start:.1f} s")
        for text, other in list(zip(originals, written))[:2]:
            say("  ", text[:120], "=>", other[:120])
    return made
