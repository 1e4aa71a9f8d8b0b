"""Atomic files: weights to ship, and the state to resume from."""
from __future__ import annotations

import copy
import os
from typing import Any

import torch
from torch import Tensor

from model import Sizes, Translator


def save_atomically(value: Any, path: str) -> None:
    """Write beside the target and rename, so that a reader always finds a complete file."""
    with open(path + ".tmp", "wb") as file:
        torch.save(value, file)
        file.flush()
        os.fsync(file.fileno())
    os.replace(path + ".tmp", path)


def save_weights(path: str, model: Translator, weights: list[Tensor] | None, about: dict[str, Any]) -> None:
    """Half-precision weights (the given ones, or the model's own) with sizes and a few words about the run."""
    names = [name for name, _ in model.named_parameters()]
    values = weights if weights is not None else [p.detach() for p in model.parameters()]
    state = {name: value.detach().half().cpu() for name, value in zip(names, values, strict=True)}
    save_atomically({"sizes": model.sizes.as_dict(), "about": about, "weights": state}, path)


def load_translator(path: str, device: torch.device) -> tuple[Translator, dict[str, Any]]:
    """A model in float32 for inference, and what was noted about it."""
    found = torch.load(path, map_location="cpu", weights_only=True)
    model = Translator(Sizes(**found["sizes"]), drop=0.0)
    missing = set(dict(model.named_parameters())) ^ set(found["weights"])
    if missing:
        raise ValueError(f"Give a checkpoint of this model: {sorted(missing)[:4]}")
    model.load_state_dict({k: v.float() for k, v in found["weights"].items()}, strict=False)
    return model.to(device).eval(), found["about"]


class Average:
    """An exponential moving average of the weights, which translates better than the weights while the rate is high."""

    def __init__(self, model: Translator, rate: float, every: int = 4) -> None:
        self.rate, self.every = rate, every
        self.parameters = list(model.parameters())
        self.values = [p.detach().clone() for p in self.parameters]

    def as_teacher(self, model: Translator) -> Translator:
        """A model without dropout whose weights are the averaged ones, now and after every update."""
        teacher = copy.deepcopy(model).eval().requires_grad_(False)
        for own, value in zip(teacher.parameters(), self.values, strict=True):
            own.data = value
        return teacher

    @torch.no_grad()
    def update(self, step: int) -> None:
        if step % self.every == 0:
            # The average must forget the first thousand steps quickly.
            torch._foreach_lerp_(self.values, self.parameters, self.rate if step > 1000 else 0.05)
