"""Output layer and label-smoothed cross-entropy in one step, over chunks of a fixed size.

The logits of a batch (60,000 x 16,000) would fill gigabytes and be written and read several times. Here each chunk's
gradient is made in the forward pass and its logits are forgotten. One fixed chunk shape means one compilation.
"""
from __future__ import annotations

from collections.abc import Callable

import torch
import torch.nn.functional as F
from torch import Tensor

from vocabulary import PAD

ROWS = 8192


def chunk_loss(x: Tensor, weight: Tensor, bias: Tensor, wanted: Tensor, smoothing: float, taught: Tensor | None = None,
               trust: float = 0.0) -> tuple[Tensor, Tensor]:
    """Summed loss of one chunk and the gradient of its logits; padding counts for nothing.

    `taught` are a teacher's logits: `trust` is the part of the wanted distribution that is the teacher's.
    """
    logits = F.linear(x, weight, bias).float()
    total = torch.logsumexp(logits, -1)
    real = wanted != PAD
    hit = torch.arange(logits.shape[1], device=logits.device)[None, :] == wanted[:, None]
    goal = (1 - smoothing) * hit + smoothing / logits.shape[1]
    if taught is not None:
        goal = (1 - trust) * goal + trust * torch.softmax(taught.float(), -1)
    loss = (real * (total - (logits * goal).sum(-1))).sum()
    gradient = (torch.exp(logits - total[:, None]) - goal) * real[:, None]
    return loss, gradient.to(x.dtype)


class _Head(torch.autograd.Function):
    chunk: Callable = staticmethod(chunk_loss)

    @staticmethod
    def forward(ctx, x: Tensor, weight: Tensor, bias: Tensor, wanted: Tensor, smoothing: float,  # type: ignore[override]
                teacher: tuple[Tensor, Tensor, Tensor] | None, trust: float) -> Tensor:
        count = x.shape[0]
        missing = -count % ROWS
        if missing:  # wanted is padded with 0, which is PAD
            x, wanted = F.pad(x, (0, 0, 0, missing)), F.pad(wanted, (0, missing))
        narrow_weight, narrow_bias = weight.to(x.dtype), bias.to(x.dtype)
        if teacher is not None:
            teacher = (F.pad(teacher[0], (0, 0, 0, missing)), teacher[1].to(x.dtype), teacher[2].to(x.dtype))
        grad_x = torch.empty_like(x)
        grad_weight = torch.zeros(weight.shape, device=x.device, dtype=torch.float32)
        grad_bias = torch.zeros(bias.shape, device=x.device, dtype=torch.float32)
        loss = torch.zeros((), device=x.device)
        for first in range(0, count, ROWS):
            rows = slice(first, first + ROWS)
            taught = None if teacher is None else F.linear(teacher[0][rows], teacher[1], teacher[2])
            part, gradient = _Head.chunk(x[rows], narrow_weight, narrow_bias, wanted[rows], smoothing, taught, trust)
            loss += part
            torch.mm(gradient, narrow_weight, out=grad_x[rows])
            grad_weight += gradient.t() @ x[rows]
            grad_bias += gradient.sum(0, dtype=torch.float32)
        ctx.save_for_backward(grad_x[:count], grad_weight, grad_bias)
        return loss

    @staticmethod
    def backward(ctx, outer: Tensor):  # type: ignore[override]
        grad_x, grad_weight, grad_bias = ctx.saved_tensors
        return grad_x * outer.to(grad_x.dtype), grad_weight * outer, grad_bias * outer, None, None, None, None


def smoothed_loss(x: Tensor, weight: Tensor, bias: Tensor, wanted: Tensor, smoothing: float,
                  teacher: tuple[Tensor, Tensor, Tensor] | None = None, trust: float = 0.0) -> Tensor:
    """Summed label-smoothed cross-entropy of rows `x` against the tied output matrix.

    `teacher` are its rows, output matrix and bias; nothing is learnt by them.
    """
    return _Head.apply(x, weight, bias, wanted, smoothing, teacher, trust)


def compile_head(width: int, rows: int, smoothing: float, device: torch.device, dtype: torch.dtype, trust: float = 0.0) -> str | None:
    """Compile the chunk once, before the first step; answers why not where that fails."""
    _Head.chunk = staticmethod(torch.compile(chunk_loss, dynamic=False))
    try:
        x = torch.zeros(ROWS, width, device=device, dtype=dtype, requires_grad=True)
        weight, bias = torch.zeros(rows, width, device=device, requires_grad=True), torch.zeros(rows, device=device, requires_grad=True)
        # The same nested contexts as in training: the compiler keeps one version for each.
        with torch.autocast(device.type, dtype=torch.bfloat16), torch.autocast(device.type, enabled=False):
            teacher = (x.detach(), weight.detach(), bias.detach()) if trust > 0 else None
            smoothed_loss(x, weight, bias, torch.ones(ROWS, dtype=torch.long, device=device), smoothing, teacher, trust).backward()
    except Exception as error:  # a missing compiler must cost speed, not the run
        _Head.chunk = staticmethod(chunk_loss)
        return f"{type(error).__name__}: {str(error)[:300]}"
    return None
