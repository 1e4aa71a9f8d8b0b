"""The labels of pictures, as tensors.

A line of labels.jsonl has
    file    the picture's name, relative to the folder that it is packed from
    use     "train", "choose" (held out for choices), "nothing"
    square  [x, y, box, angle]: where the detector found a face, as fractions of the side of the picture; angle in radians clockwise
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
GROUPS = ["0-2", "3-9", "10-19", "20-29", "30-39", "40-49", "50-59", "60-69", "more than 70"]
STARTS = [0, 3, 10, 20, 30, 40, 50, 60, 70]
RACES = ["White", "Black", "Latino_Hispanic", "East Asian", "Southeast Asian", "Indian", "Middle Eastern"]


class Labels:
    """The labels of all pictures, one tensor for each member."""

    def __init__(self, rows: list[dict], device: str):
        def column(value, dtype):
            return torch.tensor([value(row) for row in rows], dtype=dtype, device=device)

        self.square = column(lambda row: row.get("square") or [0.5, 0.5, 0.65, 0.0], torch.float32)
        self.found = column(lambda row: row.get("square") is not None, torch.bool)
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


def read(folder: Path, device: str) -> tuple[torch.Tensor, Labels]:
    """The pictures (N × 224 × 224 × 3 bytes) and their labels."""
    rows = json.loads((folder / "labels.json").read_text())
    pictures = torch.from_numpy(np.load(folder / "pictures.npy", mmap_mode="c" if device == "cpu" else None))
    return pictures.to(device), Labels(rows, device)


def group_of(age: torch.Tensor) -> torch.Tensor:
    """FairFace's group of an age in years."""
    borders = torch.tensor(STARTS[1:], device=age.device)
    return (age[:, None] >= borders[None]).sum(1)
