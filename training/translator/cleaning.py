"""Cheap checks that reject a pair. The corpus was already cleaned, so they are cautious.

Every check returns the name of its reason, so that `prepare` can report what it removed.
"""
from __future__ import annotations

import re

from vocabulary import normalise

MAX_CHARACTERS = 900
_WORD = re.compile(r"[^\W\d_]+")
_NUMBER = re.compile(r"\d+")
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\ufffd\u200b-\u200f\u2028-\u202e\ufeff]")
# Counted on both sides: markup is harmless when it is copied and noise when only one side has it.
_MARKUP = re.compile(r"</?[a-zA-Z][^<>]{0,80}>|&[a-z]{2,6};|\{\{|\}\}|\\[nt]|\]\(|\|\|")
# Words frequent in one language and (nearly) absent from the other.
_ENGLISH = frozenset("the of and is that for with this are was it be have from not which you they by but what".split())
_SPANISH = frozenset("el la los las de del que y en es una con para por se su lo como más pero sus está son al".split())


def _foreign(words: list[str], own: frozenset[str], other: frozenset[str]) -> bool:
    """Whether the words look like the other language: at least three of its words, and twice as many."""
    theirs = sum(w in other for w in words)
    return theirs >= 3 and theirs > 2 * sum(w in own for w in words)


def reason_to_drop(english: str, spanish: str) -> str | None:
    """Why the (normalised) pair should not be learnt from, or None."""
    if not english or not spanish:
        return "empty"
    if len(english) > MAX_CHARACTERS or len(spanish) > MAX_CHARACTERS:
        return "long"
    # Twelve characters of tolerance: "OK" and "De acuerdo" are a fair pair.
    ratio = (len(english) + 12) / (len(spanish) + 12)
    if not 0.4 < ratio < 2.2:
        return "ratio"
    if _CONTROL.search(english) or _CONTROL.search(spanish):
        return "control"
    words_en, words_es = _WORD.findall(english.lower()), _WORD.findall(spanish.lower())
    if not words_en or not words_es:
        return "no words"
    for text, words in ((english, words_en), (spanish, words_es)):
        if len(text) > 24 and sum(map(len, words)) < 0.45 * len(text):
            return "symbols"
    # A short copied line is a name; a long one was never translated.
    if len(words_en) > 3 and words_en == words_es:
        return "copied"
    if _foreign(words_en, _ENGLISH, _SPANISH) or _foreign(words_es, _SPANISH, _ENGLISH):
        return "language"
    if len(_MARKUP.findall(english)) != len(_MARKUP.findall(spanish)):
        return "markup"
    numbers_en, numbers_es = set(_NUMBER.findall(english)), set(_NUMBER.findall(spanish))
    # Several numbers and none in common: two neighbours were aligned. One may be a date or a clock.
    if len(numbers_en) > 1 and len(numbers_es) > 1 and numbers_en.isdisjoint(numbers_es):
        return "numbers"
    return None


def clean_pair(english: str, spanish: str) -> tuple[str, str] | str:
    """The normalised pair, or the reason why it was dropped."""
    english, spanish = normalise(english), normalise(spanish)
    return reason_to_drop(english, spanish) or (english, spanish)


def plausible_translation(source: str, translation: str) -> bool:
    """Whether a machine translation may be learnt from: neither far too long or short nor a loop."""
    if not translation or not 0.5 < (len(source) + 8) / (len(translation) + 8) < 2.0:
        return False
    words = translation.lower().split()
    return len(words) < 8 or len(set(words)) >= 0.5 * len(words)
