"""A deeper encoder that first gives the same output as the shallow one."""
from __future__ import annotations

from collections.abc import Mapping

import torch
from torch import Tensor

PREFIX = "encoder."


def encoder_layers(weights: Mapping[str, Tensor]) -> int:
    """How many encoder layers a checkpoint has."""
    return 1 + max(int(name.split(".")[1]) for name in weights if name.startswith(PREFIX))


def places(old: int, new: int) -> list[int]:
    """For each layer of the deeper encoder the old layer it is, or minus one minus the old layer it copies."""
    added = new - old
    behind = [n * old // added for n in range(added)]
    return [kind for layer in range(old) for kind in [layer] + [-1 - layer] * behind.count(layer)]


def deepen(weights: Mapping[str, Tensor], layers: int) -> dict[str, Tensor]:
    """The weights for an encoder of `layers` layers, the new ones spread evenly among the old.

    A new layer copies the one before it, so that it begins with useful queries and features, but what it adds to the
    stream is zero: the deeper model answers exactly as the shallow one until the first step.
    """
    old = encoder_layers(weights)
    if layers < old:
        raise ValueError(f"Ask for at least as many encoder layers as the checkpoint has: {layers} of {old}")
    made = {name: value for name, value in weights.items() if not name.startswith(PREFIX)}
    for place, kind in enumerate(places(old, layers)):
        origin = f"{PREFIX}{kind if kind >= 0 else -1 - kind}."
        for name, value in weights.items():
            if name.startswith(origin):
                rest = name.removeprefix(origin)
                silent = kind < 0 and ".out." in rest
                made[f"{PREFIX}{place}.{rest}"] = torch.zeros_like(value) if silent else value.clone()
    return made
