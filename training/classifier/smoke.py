"""Runs every stage once with generated pictures: a teacher, a student, the integer network, ONNX.

    python3 smoke.py FOLDER [cpu|cuda]

On the training machine this also compiles the networks before the pictures arrive. The compiled code is cached.
"""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np

from pictures import FRAME


def make(folder: Path, count: int):
    """Pictures of noise, with labels of every kind."""
    folder.mkdir(parents=True, exist_ok=True)
    draw = np.random.default_rng(1)
    pictures = np.lib.format.open_memmap(folder / "pictures.npy", mode="w+", dtype=np.uint8, shape=(count, FRAME, FRAME, 3))
    pictures[:] = draw.integers(0, 256, (1, FRAME, FRAME, 3), dtype=np.uint8)
    rows = []
    for i in range(count):
        row = {"file": f"{i}.jpg", "use": "choose" if i % 5 == 0 else "train", "square": [0.5, 0.5, 0.62, 0.0]}
        if i % 4:
            row |= {"male": i % 2, "race": i % 7} | ({"age": 20.0 + i % 70, "spread": 2.0} if i % 4 == 3 else {"group": i % 9})
        rows.append(row)
    (folder / "labels.json").write_text(json.dumps(rows))


if __name__ == "__main__":
    folder, device = Path(sys.argv[1]), (sys.argv[2:] or ["cpu"])[0]
    make(folder / "data", 4000 if device == "cuda" else 1400)
    common = ["--device", device, "--steps", "7" if device == "cuda" else "1"]
    compiled = ["--compile"] if device == "cuda" else []
    here = Path(__file__).parent

    def run(*words):
        subprocess.run([sys.executable, *map(str, words)], cwd=here, check=True)

    a, b, c = (folder.resolve() / name for name in ("teacher", "student", "whole"))
    data = folder.resolve() / "data"
    run("train.py", data, a, *common)
    run("train.py", data, b, "--teachers", f"{a}.pt,{a}.pt", "--teacher-size", 192, *common, *compiled)
    run("train.py", data, c, "--whole", "--from", f"{b}.pt", "--teachers", f"{b}.pt", *common, *compiled)
    run("export.py", f"{c}.pt", f"{c}.onnx", data)
    print("every stage ran")
