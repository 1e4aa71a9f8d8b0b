"""The learning rate follows the clock, so that a run ends when the machine's time does."""
from __future__ import annotations

from collections.abc import Sequence


def learning_rate(step: int, spent: float, *, warm_steps: int = 400, hold: float = 0.35, end: float = 0.01) -> float:
    """The factor for all learning rates after `step` steps and the fraction `spent` of the time.

    Warm-up by steps, then constant until `hold` of the time is spent, then linear to `end`.
    """
    warm = min(1.0, (step + 1) / warm_steps)
    left = min(1.0, max(0.0, 1 - spent) / (1 - hold))
    return warm * (end + (1 - end) * left)


def within(part: Sequence[float], spent: float) -> float:
    """The fraction of the whole schedule, if this run covers only the given part of it and `spent` of its time is over."""
    return part[0] + (part[1] - part[0]) * spent
