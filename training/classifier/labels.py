"""The labels of pictures, as tensors.

A line of labels.jsonl has
    file    the picture's name, relative to the folder that it is packed from
    use     "train", "choose" (held out for choices), "test" (held out for the test of the whole mill), "nothing"
    square  [x, y, box, angle]: where the face is, as fractions of the side of the picture; angle in radians clockwise
    seen    the same as our detector finds it
    alone   whether that is the only face found in the picture
and for a face
    group   the index of FairFace's age group, 0 … 8, or
    age     an exact age with `spread`, its standard deviation
    male    0 or 1
    race    the index in RACES, or -1
A picture without `male` shows no face.
"""

import json
from pathlib import Path

import numpy as np
import torch

AGES = 101
# The side of the box of a face in FairFace's pictures, whose margins are all the same, as a fraction of their side.
USUAL_BOX = 0.68
GROUPS = ["0-2", "3-9", "10-19", "20-29", "30-39", "40-49", "50-59", "60-69", "more than 70"]
STARTS = [0, 3, 10, 20, 30, 40, 50, 60, 70]
RACES = ["White", "Black", "Latino_Hispanic", "East Asian", "Southeast Asian", "Indian", "Middle Eastern"]


class Labels:
    """The labels of all pictures, one tensor for each member."""

    def __init__(self, rows: list[dict], device: str):
        def column(value, dtype):
            return torch.tensor([value(row) for row in rows], dtype=dtype, device=device)

        self.square = column(lambda row: row.get("square") or [0.5, 0.5, USUAL_BOX, 0.0], torch.float32)
        self.seen = column(lambda row: row.get("seen") or row.get("square") or [0.5, 0.5, USUAL_BOX, 0.0], torch.float32)
        self.alone = column(lambda row: row.get("alone", True), torch.bool)
        self.group = column(lambda row: row.get("group", -1), torch.long)
        self.age = column(lambda row: row.get("age", -1.0), torch.float32)
        self.spread = column(lambda row: row.get("spread", 1.0), torch.float32)
        self.male = column(lambda row: row.get("male", 0), torch.float32)
        self.race = column(lambda row: row.get("race", -1), torch.long)
        is_face = np.array(["male" in row for row in rows])
        use = np.array([row["use"] for row in rows])

        def where(mask):
            return torch.tensor(np.flatnonzero(mask), device=device)

        self.train_faces = where((use == "train") & is_face & np.array(["group" in row for row in rows]))
        self.train_exact = where((use == "train") & is_face & np.array(["age" in row for row in rows]))
        self.train_others = where((use == "train") & ~is_face)
        self.choose_faces = where((use == "choose") & is_face & np.array(["group" in row for row in rows]))
        self.choose_exact = where((use == "choose") & is_face & np.array(["age" in row for row in rows]))
        self.choose_others = where((use == "choose") & ~is_face)


def read(folder: Path, device: str, others: bool = True) -> tuple[torch.Tensor, Labels]:
    """The pictures (N × 224 × 224 × 3 bytes) and their labels; with `others`, also the squares that candidates.py cut from things."""
    rows, parts = [], []
    for name, table in [("pictures", "labels"), ("others", "others")][: 2 if others else 1]:
        rows += json.loads((folder / f"{table}.json").read_text())
        parts.append(_array(folder / f"{name}.npy", device))
    return torch.cat(parts) if others else parts[0], Labels(rows, device)


def read_things(folder: Path, device: str) -> tuple[torch.Tensor, list[dict]]:
    """The pictures without a face (N × 320 × 320 × 3 bytes) and their labels."""
    return _array(folder / "things.npy", device), json.loads((folder / "things.json").read_text())


def _array(path: Path, device: str) -> torch.Tensor:
    return torch.from_numpy(np.load(path, mmap_mode="c" if device == "cpu" else None)).to(device)


def group_of(age: torch.Tensor) -> torch.Tensor:
    """FairFace's group of an age in years."""
    borders = torch.tensor(STARTS[1:], device=age.device)
    return (age[:, None] >= borders[None]).sum(1)
