"""Rounds weights as they are shipped, so that training can adapt to it.

While a batch goes forwards and backwards the model has rounded weights; the step is then made on the exact ones, as if
rounding had a slope of one. Rows are the output channels of every matrix, the embedding's rows are its words: the same
groups that onnx_graph.quantise gives a scale.
"""
from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import torch
from torch import Tensor, nn

SHIPPED_BITS = 7


def steps(bits: int) -> int:
    """The largest whole number a weight of so many bits can be; the sign takes one bit."""
    return (1 << (bits - 1)) - 1


def whole_numbers(weight: Tensor, bits: int = SHIPPED_BITS) -> tuple[Tensor, Tensor]:
    """A matrix as whole numbers (still floats) and one scale for each row."""
    most = steps(bits)
    peak = weight.abs().amax(1, keepdim=True)
    scale = torch.where(peak == 0, torch.ones_like(peak), peak) / most
    return (weight / scale).round_().clamp_(-most, most), scale


def rounded(weight: Tensor, bits: int = SHIPPED_BITS) -> Tensor:
    """The value of a parameter after export. Vectors stay as they are."""
    if weight.ndim != 2:
        return weight
    numbers, scale = whole_numbers(weight, bits)
    return numbers.mul_(scale)


class Rounding:
    """The model's matrices, to be rounded for the length of a `with` block."""

    def __init__(self, model: nn.Module, bits: int = SHIPPED_BITS) -> None:
        self.bits = bits
        self.matrices = [p for p in model.parameters() if p.ndim == 2]
        self.exact: Sequence[Tensor] = []

    @contextmanager
    def applied(self) -> Iterator[None]:
        with torch.no_grad():
            if not self.exact:
                self.exact = [torch.empty_like(p) for p in self.matrices]
            torch._foreach_copy_(self.exact, self.matrices)
            for p in self.matrices:
                p.copy_(rounded(p, self.bits))
        try:
            yield
        finally:
            with torch.no_grad():
                torch._foreach_copy_(self.matrices, self.exact)
