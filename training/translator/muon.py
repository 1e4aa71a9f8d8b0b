"""Muon: momentum whose matrix updates are made orthogonal by five Newton-Schulz steps.

It reaches a given loss in fewer steps than Adam, and matrices of one shape are treated in one batch, so the cost of a
step is a few large products. Embeddings, biases and norms stay with Adam.
"""
from __future__ import annotations

import torch
from torch import Tensor


def orthogonalise(x: Tensor) -> Tensor:
    """Nearly orthogonal matrices [n, rows, columns] in the direction of `x`, in bf16 where that is the fast type."""
    if x.is_cuda:
        x = x.bfloat16()
    tall = x.shape[1] > x.shape[2]
    if tall:
        x = x.transpose(1, 2)
    x = x / (x.norm(dim=(1, 2), keepdim=True) + 1e-7)
    for _ in range(5):
        square = x @ x.transpose(1, 2)
        x = 3.4445 * x + (-4.7750 * square + 2.0315 * square @ square) @ x
    return x.transpose(1, 2) if tall else x


class Muon(torch.optim.Optimizer):
    """For two-dimensional weights only; fused q-k-v matrices are treated as the square blocks they consist of."""

    def __init__(self, params: list[Tensor], lr: float, width: int, momentum: float = 0.95) -> None:
        super().__init__(params, {"lr": lr, "momentum": momentum})
        self.width = width

    def _blocks(self, shape: tuple[int, int]) -> int:
        rows, columns = shape
        return rows // self.width if columns == self.width and rows in (2 * self.width, 3 * self.width) else 1

    @torch.no_grad()
    def step(self, closure=None) -> None:  # type: ignore[override]
        for group in self.param_groups:
            by_shape: dict[tuple[int, int], list[Tensor]] = {}
            for p in group["params"]:
                by_shape.setdefault(tuple(p.shape), []).append(p)
            for shape, weights in by_shape.items():
                updates = []
                for p in weights:
                    state = self.state[p]
                    if "momentum" not in state:
                        state["momentum"] = torch.zeros_like(p)
                    state["momentum"].lerp_(p.grad, 1 - group["momentum"])
                    updates.append(p.grad.lerp(state["momentum"], group["momentum"]))
                blocks = self._blocks(shape)
                rows = shape[0] // blocks
                made = orthogonalise(torch.stack(updates).view(-1, rows, shape[1])).reshape(-1, *shape)
                scale = max(1.0, rows / shape[1]) ** 0.5
                torch._foreach_add_(weights, [u.to(weights[0].dtype) for u in made], alpha=-group["lr"] * scale)
