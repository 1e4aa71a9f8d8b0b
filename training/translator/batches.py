"""Training pairs on the device, and the batches of each epoch.

Sentences of one batch have exactly the same source length, so neither a source mask nor source padding is needed;
targets are sorted within a length and padded to a multiple of four (8 % of the target places are padding, none of the source's). Tokens are stored once on
the device. A batch is a gather, so the CPU sends four numbers per sentence.

Sources can be read from a copy whose pieces were split at random for the epoch (see splitting.py).
"""
from __future__ import annotations

import os
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

from shards import TO_ENGLISH, TO_SPANISH, Shard, read_shard
from splitting import Splitter
from vocabulary import EOS, PAD


# The rest keeps the pieces of the vocabulary, as at inference time.
SPLIT_SHARE = 0.7


def weight_of(group: str, weights: Mapping[str, float]) -> float:
    """How often a pair of the group is drawn in an epoch; a teacher's `distil-x` counts as its `x`."""
    return weights.get(group, weights.get(group.removeprefix("distil-"), 1.0))


def read_all(paths: list[str]) -> list[Shard]:
    """All shards, several at a time."""
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(read_shard, paths))


@dataclass
class Epoch:
    """Samples in batch order, where their sources lie, and the batches as (first, last, source length, target length)."""

    pair: np.ndarray
    english_source: np.ndarray
    sources: Tensor
    source_start: np.ndarray
    source_length: np.ndarray
    target_length: np.ndarray
    batches: list[tuple[int, int, int, int]]


class PairStore:
    """All training pairs; groups can be added while training and switched off again."""

    def __init__(self, device: torch.device, to_spanish: int, to_english: int, tokens_a_batch: int, longest: int,
                 splitter: Splitter | None = None) -> None:
        self.splitter = splitter
        self.device, self.tags = device, (to_spanish, to_english)
        self.tokens_a_batch, self.longest = tokens_a_batch, longest
        self.tokens = torch.zeros(0, dtype=torch.int32, device=device)
        self.starts = np.zeros((0, 2), np.int64)
        self.lengths = np.zeros((0, 2), np.int32)
        self.weights = np.zeros(0)
        self.directions = np.zeros(0, np.int8)
        self.groups = np.zeros(0, np.int16)
        self.names: list[str] = []

    def add(self, shards: list[Shard], weights: Mapping[str, float]) -> dict[str, int]:
        """Take pairs in; those longer than `longest` (tag and end counted) are left out. Answers pairs by group."""
        counts: dict[str, int] = {}
        tokens, starts, lengths, drawn, directions, groups = [self.tokens], [self.starts], [self.lengths], [self.weights], [self.directions], [self.groups]
        offset = self.tokens.numel()
        for shard in shards:
            first, size = shard.spans()
            fits = ((size > 0) & (size <= self.longest - 2)).all(1)
            if shard.group not in self.names:
                self.names.append(shard.group)
            kept = int(fits.sum())
            counts[shard.group] = counts.get(shard.group, 0) + kept
            starts.append(first[fits] + offset)
            lengths.append(size[fits])
            drawn.append(np.full(kept, weight_of(shard.group, weights)))
            directions.append(np.full(kept, shard.direction, np.int8))
            groups.append(np.full(kept, self.names.index(shard.group), np.int16))
            tokens.append(torch.from_numpy(shard.tokens.astype(np.int32)).to(self.device))
            offset += shard.tokens.size
        self.tokens = torch.cat(tokens)
        self.starts, self.lengths = np.concatenate(starts), np.concatenate(lengths)
        self.weights, self.directions, self.groups = np.concatenate(drawn), np.concatenate(directions), np.concatenate(groups)
        return counts

    def silence(self, groups: set[str]) -> None:
        """Never draw these groups again: a later round of back-translation replaces the one before."""
        numbers = [i for i, name in enumerate(self.names) if name in groups]
        self.weights[np.isin(self.groups, numbers)] = 0

    def weigh(self, weights: Mapping[str, float]) -> None:
        """Draw these groups as often as this from now on. What is silenced stays so."""
        for number, name in enumerate(self.names):
            if name in weights:
                self.weights[(self.groups == number) & (self.weights > 0)] = weights[name]

    def split_sources(self, rate: float, seed: int) -> tuple[Tensor, np.ndarray, np.ndarray]:
        """All tokens and behind them a copy with split pieces, and where in the copy each sentence begins and how long it is."""
        split, begins = self.splitter.split_twice(self.tokens, rate, seed)
        starts = torch.from_numpy(self.starts).to(self.device)
        first, end = begins[starts], begins[starts + torch.from_numpy(self.lengths).to(self.device)]
        return torch.cat([self.tokens, split]), (first + self.tokens.numel()).cpu().numpy(), (end - first).int().cpu().numpy()

    def plan(self, seed: int, split_rate: float = 0.0) -> Epoch:
        """Draw an epoch: a weight of 2.3 means twice, and a third time for three pairs in ten.

        With a rate of splitting, seven sources in ten are read from the split copy where they still fit.
        """
        rng = np.random.default_rng(seed)
        times = np.floor(self.weights + rng.random(self.weights.size)).astype(np.int64)
        pair = np.repeat(np.arange(times.size), times)
        direction = self.directions[pair]
        into_spanish, into_english = pair[direction != TO_ENGLISH], pair[direction != TO_SPANISH]
        pair = np.concatenate([into_spanish, into_english])
        english_source = np.zeros(pair.size, bool)
        english_source[:into_spanish.size] = True
        english, spanish = self.lengths[pair, 0], self.lengths[pair, 1]
        size = np.where(english_source, english, spanish)
        target = np.where(english_source, spanish, english) + 1  # tokens, end
        side = np.where(english_source, 0, 1)
        start, tokens = self.starts[pair, side], self.tokens
        if split_rate > 0 and self.splitter:
            tokens, split_starts, split_sizes = self.split_sources(split_rate, seed)
            split_size = split_sizes[pair, side]
            chosen = (rng.random(pair.size) < SPLIT_SHARE) & (split_size <= self.longest - 2)
            start, size = np.where(chosen, split_starts[pair, side], start), np.where(chosen, split_size, size)
        source = size + 2  # tag, tokens, end
        # One key instead of three sorts: source length, padded target length, chance.
        key = (source.astype(np.int64) << 44) | (((target + 3) // 4).astype(np.int64) << 36) | rng.integers(0, 1 << 36, pair.size)
        order = np.argsort(key)
        pair, english_source, source, target, start = pair[order], english_source[order], source[order], target[order], start[order]
        batches = list(cut_batches(source, target, self.tokens_a_batch))
        rng.shuffle(batches)
        return Epoch(pair, english_source, tokens, start, source, target, [tuple(int(n) for n in b) for b in batches])

    def batch(self, epoch: Epoch, which: tuple[int, int, int, int]) -> tuple[Tensor, Tensor, Tensor]:
        """Source [B, S], decoder input and wanted output [B, T]; everything but four numbers a row is made on the device."""
        first, last, source_length, target_length = which
        pair, english_source = epoch.pair[first:last], epoch.english_source[first:last]
        side = np.where(english_source, 0, 1)
        numbers = torch.from_numpy(np.stack([
            epoch.source_start[first:last], self.starts[pair, 1 - side],
            epoch.target_length[first:last].astype(np.int64) - 1, np.where(english_source, *self.tags).astype(np.int64),
        ]))
        if self.device.type == "cuda":
            numbers = numbers.pin_memory().to(self.device, non_blocking=True)
        source_start, target_start, target_size, tag = numbers
        source = torch.empty(last - first, source_length, dtype=torch.long, device=self.device)
        source[:, 0], source[:, -1] = tag, EOS
        source[:, 1:-1] = epoch.sources[source_start[:, None] + torch.arange(source_length - 2, device=self.device)]
        place = torch.arange(target_length, device=self.device)
        # Reads past a short sentence fall on its neighbours and are overwritten; the clamp guards the very end.
        target = self.tokens[(target_start[:, None] + place).clamp_(max=self.tokens.numel() - 1)].long()
        wanted = torch.where(place < target_size[:, None], target, torch.where(place == target_size[:, None], EOS, PAD))
        return source, torch.cat([tag[:, None], wanted[:, :-1]], 1), wanted


def cut_batches(source: np.ndarray, target: np.ndarray, tokens: int):
    """Cut samples sorted by source and target length into batches of at most `tokens` tokens on the longer side."""
    edges = [0, *(np.flatnonzero(np.diff(source)) + 1).tolist(), source.size]
    for start, end in zip(edges[:-1], edges[1:]):
        first = start
        while first < end:
            length = int(source[first])
            last = first
            # Targets grow along the run: fit to the last one twice, which is enough as they grow slowly.
            for widest in (int(target[first]), None):
                padded = ((widest or int(target[last - 1])) + 3) // 4 * 4
                last = min(first + max(2, tokens // max(length, padded)), end)
            padded = (int(target[last - 1]) + 3) // 4 * 4
            if last - first >= 2:
                yield first, last, length, padded
            first = last
