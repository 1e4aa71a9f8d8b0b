"""Finds the range of the input of every matrix, so that its scale can be fixed at export.

Scales that are computed for each call depend on all rows of a batch: the translation of a sentence would depend on the other
sentences. With fixed scales every answer depends only on its sentence, and no pass over the numbers is needed.
"""
from __future__ import annotations

import glob
import lzma
import os
from collections.abc import Iterator

import torch
from torch import nn

from model import Translator
from onnx_graph import OUTPUT
from vocabulary import EOS, Vocabulary, normalise

LONGEST = 110
Ranges = dict[str, tuple[float, float]]


def sample_pairs(corpus: str, count: int) -> Iterator[tuple[str, str]]:
    """The first `count` pairs of every file of a corpus (`NAME.tsv.xz`: English, tab, Spanish)."""
    for path in sorted(glob.glob(os.path.join(corpus, "*.tsv.xz"))):
        with lzma.open(path, "rt", encoding="utf8") as file:
            for _, line in zip(range(count), file):
                english, spanish = line.rstrip("\n").split("\t")[:2]
                yield normalise(english), normalise(spanish)


class Watch:
    """Least and greatest value of what goes into each linear layer, and of what the output layer is given."""

    def __init__(self, model: Translator) -> None:
        self.ranges: Ranges = {}
        for name, module in model.named_modules():
            if isinstance(module, nn.Linear):
                module.register_forward_pre_hook(lambda _, inputs, name=name: self.see(name, inputs[0]))
        model.norm_decoder.register_forward_hook(lambda _, __, output: self.see(OUTPUT, output))

    def see(self, name: str, values: torch.Tensor) -> None:
        low, high = self.ranges.get(name, (0.0, 0.0))
        self.ranges[name] = (min(low, float(values.min())), max(high, float(values.max())))


@torch.inference_mode()
def find_ranges(model: Translator, vocabulary: Vocabulary, corpus: str, count: int = 8) -> Ranges:
    """Ranges seen while the model reads and writes pairs of the corpus, in both directions."""
    # One sentence is too little work for two threads: on a busy machine they take ten times as long as one.
    torch.set_num_threads(1)
    model = model.eval()
    watch = Watch(model)
    for pair in sample_pairs(corpus, count):
        english, spanish = vocabulary.encode(list(pair), 1)
        for source, target, tag in ((english, spanish, vocabulary.to_spanish), (spanish, english, vocabulary.to_english)):
            memory = model.encode(torch.tensor([[tag, *source[:LONGEST], EOS]]))
            model.decode(torch.tensor([[tag, *target[:LONGEST]]]), memory)
    return watch.ranges
