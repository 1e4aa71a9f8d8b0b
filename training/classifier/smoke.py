"""Runs every stage once with generated pictures: the detector, a teacher, a student, the integer networks, ONNX.

    python3 smoke.py FOLDER [cpu|cuda [faces|detector]]

On the training machine this also compiles the networks before the pictures arrive. The compiled code is cached.
"""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np

from pictures import FRAME, THING


def array(path: Path, count: int, side: int):
    """Pictures of noise."""
    pictures = np.lib.format.open_memmap(path, mode="w+", dtype=np.uint8, shape=(count, side, side, 3))
    pictures[:] = np.random.default_rng(1).integers(0, 256, (1, side, side, 3), dtype=np.uint8)


def make(folder: Path, count: int):
    """Pictures with labels of every kind."""
    folder.mkdir(parents=True, exist_ok=True)
    array(folder / "pictures.npy", count, FRAME)
    array(folder / "things.npy", 64, THING)
    array(folder / "others.npy", 64, FRAME)
    uses = ["choose", "train", "train", "test", "train"]
    rows = []
    for i in range(count):
        row = {"file": f"{i}.jpg", "use": uses[i % 2], "square": [0.5, 0.5, 0.68, 0.0], "male": i % 2, "race": i % 7}
        rows.append(row | ({"age": 20.0 + i % 70, "spread": 2.0} if i % 4 == 3 else {"group": i % 9}))
    (folder / "labels.json").write_text(json.dumps(rows))
    for name in ("things", "others"):
        (folder / f"{name}.json").write_text(json.dumps([{"file": f"{i}.jpg", "use": uses[i % 5]} for i in range(64)]))


if __name__ == "__main__":
    words = sys.argv[2:]
    folder, device, only = Path(sys.argv[1]).resolve(), (words[:1] or ["cpu"])[0], (words[1:] or [""])[0]
    data = folder / "data"
    make(data, 4000 if device == "cuda" else 160)
    common = ["--device", device, "--steps", "7" if device == "cuda" else "1"]
    small = ["--compile"] if device == "cuda" else ["--small"]
    here = Path(__file__).parent

    def run(*words):
        subprocess.run([sys.executable, *map(str, words)], cwd=here, check=True)

    find, whole_find, teach, learn, whole = (folder / name for name in ("detector", "detector-whole", "teacher", "student", "whole"))
    if only != "faces":
        run("train_detector.py", data, find, *common, *small)
        run("train_detector.py", data, whole_find, "--whole", "--from", f"{find}.pt", *common, *small)
        run("candidates.py", data, f"{whole_find}.pt")
    if only != "detector":
        run("train.py", data, teach, "--teacher", "--device", device, "--steps", "1", "--small")
        run("train.py", data, learn, "--shorten", f"{teach}.pt", "--teachers", f"{teach}.pt", *common, *small)
    if not only:
        run("export.py", "detector", f"{whole_find}.pt", f"{whole_find}.onnx")
        lines = [json.dumps(row) + "\n" for row in json.loads((data / "labels.json").read_text())]
        (data / "labels.jsonl").write_text("".join(lines))
        run("integers.py", data, f"{learn}.pt", f"{whole}.pt")
        run("export.py", "faces", f"{whole}.pt", f"{whole}.onnx", data / "labels.jsonl")
    print("every stage ran")
