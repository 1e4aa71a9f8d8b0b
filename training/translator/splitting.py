"""Pieces of source sentences are split at random, anew for every epoch, so that words are also learnt from their parts.

The small model had memorised its pairs: the loss of training fell by 0.16 in the second half of a run while the
development set gained nothing. A sentence that is split into different pieces each time cannot be memorised, and a rare
word whose parts are known is not unknown. Splitting happens on the device, over all tokens at once.
"""
from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations, pairwise
from typing import TYPE_CHECKING

import numpy as np
import torch
from torch import Tensor

if TYPE_CHECKING:
    from vocabulary import Vocabulary

WAYS = 4
MOST_PARTS = 4


def ways_to_split(piece: str, scores: Mapping[str, float], ways: int = WAYS) -> list[tuple[str, ...]]:
    """The likeliest ways to write a piece with others, in as few parts as it takes (four at most)."""
    for parts in range(2, min(MOST_PARTS, len(piece)) + 1):
        cuts = combinations(range(1, len(piece)), parts - 1)
        written = (tuple(piece[a:b] for a, b in pairwise((0, *cut, len(piece)))) for cut in cuts)
        found = [way for way in written if all(part in scores for part in way)]
        if found:
            return sorted(found, key=lambda way: -sum(scores[part] for part in way))[:ways]
    return []


def split_table(scores: Mapping[str, float], ids: Mapping[str, int], size: int, ways: int = WAYS) -> np.ndarray:
    """For every id its likeliest splits, shaped [size, ways, parts] and filled up with -1.

    A piece with fewer splits than `ways` repeats them, so a way can be drawn without looking.
    """
    table = np.full((size, ways, MOST_PARTS), -1, np.int64)
    for piece, number in ids.items():
        found = ways_to_split(piece, scores, ways)
        for way in range(ways if found else 0):
            parts = found[way % len(found)]
            table[number, way, :len(parts)] = [ids[part] for part in parts]
    return table


def vocabulary_table(vocabulary: Vocabulary) -> np.ndarray:
    """The splits of a SentencePiece vocabulary's plain pieces: no bytes, no tags, no control ids."""
    model, tags = vocabulary.pieces, (vocabulary.to_spanish, vocabulary.to_english)
    plain = [i for i in range(vocabulary.size)
             if i not in tags and not (model.is_control(i) or model.is_unknown(i) or model.is_byte(i) or model.is_unused(i))]
    return split_table({model.id_to_piece(i): model.get_score(i) for i in plain}, {model.id_to_piece(i): i for i in plain}, vocabulary.size)


class Splitter:
    """Splits tokens at a rate; the table lies on the device of the tokens."""

    def __init__(self, table: np.ndarray, device: torch.device) -> None:
        self.table = torch.from_numpy(table).to(device)
        self.parts = (self.table >= 0).sum(-1)

    def split(self, tokens: Tensor, rate: float, generator: torch.Generator) -> tuple[Tensor, Tensor]:
        """The tokens with each splittable one split with probability `rate`, and where each now begins (one more for the end)."""
        cut = torch.rand(tokens.numel(), device=tokens.device, generator=generator) < rate
        cut &= self.parts[tokens, 0] > 0
        whole = tokens[cut].long()
        way = torch.randint(self.table.shape[1], (whole.numel(),), device=tokens.device, generator=generator)
        parts = self.parts[whole, way]
        begins = torch.zeros(tokens.numel() + 1, dtype=torch.long, device=tokens.device)
        begins[1:] = 1
        begins[1:][cut] = parts
        begins = torch.cumsum(begins, 0)
        made = torch.empty(int(begins[-1]), dtype=tokens.dtype, device=tokens.device)
        made[begins[:-1]] = tokens
        places, written = begins[:-1][cut], self.table[whole, way].to(tokens.dtype)
        for part in range(self.table.shape[2]):
            has = parts > part
            made[places[has] + part] = written[has, part]
        return made, begins

    def split_twice(self, tokens: Tensor, rate: float, seed: int) -> tuple[Tensor, Tensor]:
        """Two rounds, so that a part can be split again."""
        generator = torch.Generator(device=tokens.device).manual_seed(seed)
        once, first = self.split(tokens, rate, generator)
        twice, second = self.split(once, rate, generator)
        return twice, second[first]
