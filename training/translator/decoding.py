"""Batched translation on the device: greedy, sampled and beam search.

Unlike training batches these are padded and masked: sentences of neighbouring lengths share a batch, which makes the
thousand development sentences a handful of batches instead of two hundred. Keys and values are in buffers that are allocated once,
and finished sentences leave the batch, so one loop does not delay four thousand other sentences.
"""
from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Sequence

import torch
import torch.nn.functional as F
from torch import Tensor

from model import Translator, join_heads, split_heads
from vocabulary import EOS, PAD, Vocabulary

LONGEST_SOURCE = 240


class Speaker:
    """A frozen copy of a model for translating: bf16 layers, float32 logits, excluded ids."""

    def __init__(self, model: Translator, vocabulary: Vocabulary, weights: Sequence[Tensor] | None = None,
                 narrow: bool | None = None) -> None:
        device = model.embedding.weight.device
        self.model = copy.deepcopy(model).eval()
        if weights is not None:
            with torch.no_grad():
                for own, given in zip(self.model.parameters(), weights, strict=True):
                    own.copy_(given)
        # bf16 logits tie at once (steps of 1/16 around 10): the output layer stays float32.
        self.output = self.model.embedding.weight.detach().float().clone()
        bias = self.model.output_bias.detach().float().clone()
        bias[list(vocabulary.unspeakable)] = -1e9
        bias[vocabulary.size:] = -1e9
        self.bias = bias
        self.model.requires_grad_(False)
        if device.type == "cuda" if narrow is None else narrow:
            places = self.model.positions
            self.model.to(torch.bfloat16)
            self.model.stream = torch.bfloat16
            # Embeddings and positions are added in float32 while training, so here too.
            self.model.embedding.weight.data, self.model.positions = self.output, places
        self.device, self.vocabulary = device, vocabulary

    def encode(self, sources: Sequence[Sequence[int]], tag: int) -> tuple[list[list[Tensor]], Tensor | None]:
        """Cross-attention keys and values of each decoder layer, and the mask over padded places."""
        longest = max(map(len, sources)) + 2
        width = (longest + 7) // 8 * 8 if len(sources) > 1 else longest
        rows = [[tag, *ids, EOS] + [PAD] * (width - len(ids) - 2) for ids in sources]
        source = torch.tensor(rows, dtype=torch.long, device=self.device)
        mask = None if min(map(len, sources)) + 2 == width else (source != PAD)[:, None, None, :]
        memory = self.model.encode(source, mask)
        return [layer.cross.keys_and_values(memory) for layer in self.model.decoder], mask

    def logits(self, x: Tensor) -> Tensor:
        return F.linear(x.float(), self.output, self.bias)


class _Cache:
    """Self-attention keys and values of every layer, [rows, heads, places, size], allocated once."""

    def __init__(self, speaker: Speaker, rows: int, places: int) -> None:
        sizes = speaker.model.sizes
        shape = (sizes.decoder_layers, 2, rows, sizes.heads, places, sizes.width // sizes.heads)
        self.kept = torch.zeros(shape, dtype=speaker.model.stream, device=speaker.device)

    def put(self, layer: int, place: int, k: Tensor, v: Tensor) -> tuple[Tensor, Tensor]:
        self.kept[layer, 0, :, :, place], self.kept[layer, 1, :, :, place] = k[:, :, 0], v[:, :, 0]
        return self.kept[layer, 0, :, :, :place + 1], self.kept[layer, 1, :, :, :place + 1]

    def select(self, rows: Tensor, places: int | None = None) -> None:
        """Reorder (only the places in use) or shrink."""
        if places is None:
            self.kept = self.kept.index_select(2, rows)
        else:
            self.kept[..., :places, :] = self.kept[..., :places, :].index_select(2, rows)


def _step(speaker: Speaker, last: Tensor, place: int, cache: _Cache, cross: list[list[Tensor]], mask: Tensor | None, beams: int = 1) -> Tensor:
    """Logits of the next token for rows [sentences * beams]; the beams of a sentence share its source."""
    model = speaker.model
    x = model.embed(last[:, None], place)
    rows = x.shape[0]
    for number, layer in enumerate(model.decoder):
        q, k, v = layer.attention.project(layer.norm_self(x))
        keys, values = cache.put(number, place, k, v)
        x = x + layer.attention.out(join_heads(F.scaled_dot_product_attention(q, keys, values)))
        # The beams become places of one query, so that keys and values of the source are not copied for each.
        together = layer.norm_cross(x).view(rows // beams, beams, -1)
        x = x + layer.cross.attend(together, *cross[number], mask).view(rows, 1, -1)
        x = x + layer.feed(layer.norm_feed(x))
    return speaker.logits(model.norm_decoder(x)[:, 0])


def limit(source_length: int, cap: int) -> int:
    """How long a translation may become: the same rule as at inference."""
    return min(cap, int(source_length * 1.6) + 12)


def _cut(row: list[int], size: int) -> list[int]:
    """Up to the end marker, and no longer than allowed."""
    row = row[:size]
    return row[:row.index(EOS)] if EOS in row else row


@torch.inference_mode()
def greedy_batch(speaker: Speaker, sources: Sequence[Sequence[int]], tag: int, cap: int = 200, sample: int = 0) -> list[list[int]]:
    """The likeliest next token each time, or one drawn from the `sample` likeliest."""
    cross, mask = speaker.encode(sources, tag)
    rows = len(sources)
    places = limit(max(map(len, sources)) + 2, cap)
    result = torch.full((rows, places), EOS, dtype=torch.long, device=speaker.device)
    active = torch.arange(rows, device=speaker.device)
    cache = _Cache(speaker, rows, places)
    last = torch.full((rows,), tag, dtype=torch.long, device=speaker.device)
    done = torch.zeros(rows, dtype=torch.bool, device=speaker.device)
    # Each sentence has its own limit: an answer must not depend on its company.
    own = [limit(len(s) + 2, cap) for s in sources]
    limits = torch.tensor(own, device=speaker.device)
    for place in range(places):
        logits = _step(speaker, last, place, cache, cross, mask)
        if sample > 0:
            best, ids = logits.topk(sample, -1)
            last = ids.gather(1, torch.multinomial(best.softmax(-1), 1))[:, 0]
        else:
            last = logits.argmax(-1)
        last = torch.where(done, EOS, last)
        result[active, place] = last
        done = done | (last == EOS) | (limits[active] <= place + 1)
        if place % 4 == 3:  # looking costs a wait for the device, so not each time
            left = torch.nonzero(~done)[:, 0]
            if left.numel() == 0:
                break
            if left.numel() < 0.75 * done.numel():
                active, last, done = active[left], last[left], done[left]
                cache.select(left)
                cross = [[t[left] for t in pair] for pair in cross]
                mask = None if mask is None else mask[left]
    return [_cut(row, size) for row, size in zip(result.tolist(), own)]


@torch.inference_mode()
def beam_batch(speaker: Speaker, sources: Sequence[Sequence[int]], tag: int, beams: int, cap: int = 200, alpha: float = 1.0) -> list[list[int]]:
    """The best of `beams` hypotheses by log-probability over length to the power of alpha."""
    device = speaker.device
    cross, mask = speaker.encode(sources, tag)
    count = len(sources)
    places = limit(max(map(len, sources)) + 2, cap)
    answers: list[list[int]] = [[] for _ in sources]
    active = torch.arange(count, device=device)
    cache = _Cache(speaker, count * beams, places)
    last = torch.full((count * beams,), tag, dtype=torch.long, device=device)
    scores = torch.full((count, beams), -1e9, device=device)
    scores[:, 0] = 0
    done = torch.zeros(count, beams, dtype=torch.bool, device=device)
    lengths = torch.zeros(count, beams, device=device)
    said = torch.full((count * beams, places), EOS, dtype=torch.long, device=device)

    def collect(which: Tensor) -> None:
        normal = torch.where(done, scores, scores - 1e4) / lengths.clamp(min=1) ** alpha
        best = normal[which].argmax(1)
        rows = said.view(-1, beams, places)[which, best].tolist()
        for place, row in zip(active[which].tolist(), rows):
            answers[place] = _cut(row, limit(len(sources[place]) + 2, cap))

    for place in range(places):
        logits = _step(speaker, last, place, cache, cross, mask, beams)
        # The best of each beam first: a sort over beams * vocabulary would be far slower.
        top, ids = logits.topk(beams, -1)
        gains = (top - logits.logsumexp(-1, keepdim=True)).view(-1, beams, beams)
        ids = ids.view(-1, beams, beams)
        # A finished hypothesis continues in one way only, for nothing.
        frozen = torch.full_like(gains, -1e9)
        frozen[..., 0] = 0
        gains = torch.where(done[..., None], frozen, gains)
        ids = torch.where(done[..., None], EOS, ids)
        scores, picked = (scores[..., None] + gains).flatten(1).topk(beams, -1)
        origin = picked // beams
        tokens = ids.flatten(1).gather(1, picked)
        was_done = done.gather(1, origin)
        lengths = lengths.gather(1, origin) + (~was_done).float()
        done = was_done | (tokens == EOS)
        rows = (torch.arange(origin.shape[0], device=device)[:, None] * beams + origin).flatten()
        cache.select(rows, place + 1)
        said = said[rows]
        last = tokens.flatten()
        said[:, place] = last
        if place % 4 == 3:
            over = done.all(1)
            finished, left = torch.nonzero(over)[:, 0], torch.nonzero(~over)[:, 0]
            if left.numel() == 0:
                break
            if left.numel() < 0.75 * over.numel():
                collect(finished)
                rows = (left[:, None] * beams + torch.arange(beams, device=device)).flatten()
                active, scores, done, lengths = active[left], scores[left], done[left], lengths[left]
                said, last = said[rows], last[rows]
                cache.select(rows)
                cross = [[t[left] for t in pair] for pair in cross]
                mask = None if mask is None else mask[left]
    collect(torch.arange(active.numel(), device=device))
    return answers


def length_batches(lengths: Sequence[int], tokens: int, most: int) -> Iterator[list[int]]:
    """Indices in batches of neighbouring lengths, longest first, so that memory is claimed once."""
    order = sorted(range(len(lengths)), key=lambda i: -lengths[i])
    first = 0
    while first < len(order):
        size = max(1, min(most, tokens // (lengths[order[first]] + 2)))
        yield order[first:first + size]
        first += size


def translate(speaker: Speaker, sources: Sequence[Sequence[int]], tag: int, *, beams: int = 1, sample: int = 0,
              tokens: int = 131_072, most: int = 4096, between: Callable[[int], None] | None = None) -> list[list[int]]:
    """Translate id sequences; a batch that does not fit in memory is tried again in halves."""
    sources = [s[:LONGEST_SOURCE] for s in sources]
    answers: list[list[int]] = [[] for _ in sources]

    def run(batch: list[int]) -> None:
        texts = [sources[i] for i in batch]
        try:
            found = beam_batch(speaker, texts, tag, beams) if beams > 1 else greedy_batch(speaker, texts, tag, sample=sample)
        except torch.cuda.OutOfMemoryError:
            if len(batch) == 1:
                raise
            found = None
        if found is None:  # outside the handler, so that the failed batch's memory is free again
            torch.cuda.empty_cache()
            run(batch[:len(batch) // 2])
            run(batch[len(batch) // 2:])
            return
        for i, row in zip(batch, found):
            answers[i] = row

    for number, batch in enumerate(length_batches([len(s) for s in sources], tokens // beams, max(1, most // beams))):
        run(batch)
        if between:
            between(number)
    return answers
