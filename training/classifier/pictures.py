"""Packs pictures into parts that can be uploaded, and decodes them into one array on the training machine.

    python3 pictures.py pack OUT NAME LABELS.jsonl FOLDER   writes OUT/NAME-1, OUT/NAME-2, …, each at most 54 MiB
    python3 pictures.py pack OUT things LABELS.jsonl FOLDER the same for pictures without a face
    python3 pictures.py unpack PARTS OUT                    writes OUT/pictures.npy and labels.json, things.npy and things.json

A line of LABELS.jsonl describes one picture; `labels.py` explains its members. Faces are 224 × 224 pixels; of a picture without a
face, the square in the middle is taken.
"""

import io
import json
import sys
from multiprocessing import Pool
from pathlib import Path

import numpy as np
from PIL import Image, ImageOps

FRAME = 224
THING = 320
PART_BYTES = 54 * 2**20


def pack(out: Path, name: str, labels: Path, folder: Path) -> int:
    """Writes pictures end to end, with their labels, in the order of the labels. Returns the number of parts."""
    parts, size, rows, images = 0, 0, [], None

    def close():
        if images:
            images.close()
            (out / f"{name}-{parts}" / "labels.jsonl").write_text("".join(rows))

    for line in labels.read_text().splitlines():
        row = json.loads(line)
        content = (folder / row["file"]).read_bytes()
        if images is None or size + len(content) > PART_BYTES:
            close()
            parts, size, rows = parts + 1, 0, []
            (out / f"{name}-{parts}").mkdir(parents=True, exist_ok=True)
            images = open(out / f"{name}-{parts}" / "images.bin", "wb")
        rows.append(json.dumps({**row, "at": size, "length": len(content)}) + "\n")
        images.write(content)
        size += len(content)
    close()
    return parts


def _decode(job):
    target, part, first, rows = job
    pictures = np.load(target, mmap_mode="r+")
    side = pictures.shape[1]
    broken = []
    with open(part / "images.bin", "rb") as images:
        for i, row in enumerate(rows):
            images.seek(row["at"])
            try:
                picture = Image.open(io.BytesIO(images.read(row["length"]))).convert("RGB")
                pictures[first + i] = np.asarray(picture if picture.size == (side, side) else ImageOps.fit(picture, (side, side)))
            except OSError:
                broken.append(first + i)
    pictures.flush()
    return broken


def unpack(parts: Path, out: Path, processes: int = 16) -> tuple[int, int]:
    """Decodes every part, faces into one array and things into another. Returns how many there are and how many could not be read."""
    out.mkdir(parents=True, exist_ok=True)
    folders = sorted(parts.glob("*-*"), key=lambda path: (path.name.split("-")[0], int(path.name.split("-")[1])))
    total = [0, 0]
    for pictures, names, side, of_things in (("pictures.npy", "labels.json", FRAME, False), ("things.npy", "things.json", THING, True)):
        labels, jobs, target = [], [], out / pictures
        for part in folders:
            if part.name.startswith("things") != of_things:
                continue
            rows = [json.loads(line) for line in (part / "labels.jsonl").read_text().splitlines()]
            jobs += [(target, part, len(labels) + i, rows[i : i + 500]) for i in range(0, len(rows), 500)]
            labels += rows
        np.lib.format.open_memmap(target, mode="w+", dtype=np.uint8, shape=(len(labels), side, side, 3)).flush()
        with Pool(processes) as pool:
            broken = [index for some in pool.imap_unordered(_decode, jobs) for index in some]
        for index in broken:
            labels[index]["use"] = "nothing"
        (out / names).write_text(json.dumps(labels))
        total = [total[0] + len(labels), total[1] + len(broken)]
    return total[0], total[1]


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["pack", out, name, labels, folder]:
            print(pack(Path(out), name, Path(labels), Path(folder)), "parts")
        case ["unpack", parts, out]:
            print("%d pictures, %d could not be read" % unpack(Path(parts), Path(out)))
        case _:
            sys.exit(__doc__)
