"""Ranks vectors by their similarity to the first one. It needs numpy."""

from dataclasses import dataclass
from typing import Annotated, List

import numpy as np
from numpy.typing import NDArray

from gristmill import Limits, Problem, mill

Vector = Annotated[List[float], Limits(min_items=1, max_items=4096)]


@dataclass
class Ranking:
    order: NDArray[np.int64]
    similarities: NDArray[np.float64]


@mill(
    version="1.0.0",
    examples=[
        {
            "input": [[1, 0], [0, 1], [1, 1], [2, 0]],
            "output": {"order": [2, 1, 0], "similarities": [1.0, 0.70710678, 0.0]},
        },
    ],
    # Another processor may compute another last digit.
    tolerance=1e-6,
)
def similarity_ranker(vectors: Annotated[List[Vector], Limits(min_items=2, max_items=10_000)]) -> Ranking:
    """Ranks vectors by their cosine similarity to the first one, the most similar first.

    The first vector is the question. `order` has the positions of the others, counted from 0.
    """
    if len({len(vector) for vector in vectors}) > 1:
        raise Problem("invalid-input", "The vectors differ in length.")
    table = np.array(vectors, dtype=np.float64)
    lengths = np.linalg.norm(table, axis=1)
    if not lengths.all():
        raise Problem("invalid-input", "A vector is zero.")
    similarities = table[1:] @ table[0] / (lengths[1:] * lengths[0])
    # Equal similarities keep their order.
    order = np.argsort(-similarities, kind="stable")
    return Ranking(order, similarities[order])
