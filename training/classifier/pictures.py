"""Packs pictures into parts that can be uploaded, and decodes them into one array on the training machine.

    python3 pictures.py pack OUT NAME LABELS.jsonl FOLDER   writes OUT/NAME-1, OUT/NAME-2, …, each at most 54 MiB
    python3 pictures.py unpack PARTS OUT                    writes OUT/pictures.npy and OUT/labels.json

A line of LABELS.jsonl describes one picture of 224 × 224 pixels; `labels.py` explains its members.
"""

import io
import json
import sys
from multiprocessing import Pool
from pathlib import Path

import numpy as np
from PIL import Image

FRAME = 224
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
    broken = []
    with open(part / "images.bin", "rb") as images:
        for i, row in enumerate(rows):
            images.seek(row["at"])
            try:
                picture = Image.open(io.BytesIO(images.read(row["length"]))).convert("RGB")
                pictures[first + i] = np.asarray(picture.resize((FRAME, FRAME)) if picture.size != (FRAME, FRAME) else picture)
            except OSError:
                broken.append(first + i)
    pictures.flush()
    return broken


def unpack(parts: Path, out: Path, processes: int = 16) -> tuple[int, int]:
    """Decodes every part into one array. Returns how many pictures there are and how many could not be read."""
    out.mkdir(parents=True, exist_ok=True)
    labels, jobs, target = [], [], out / "pictures.npy"
    for part in sorted(parts.glob("*-*"), key=lambda path: (path.name.split("-")[0], int(path.name.split("-")[1]))):
        rows = [json.loads(line) for line in (part / "labels.jsonl").read_text().splitlines()]
        jobs += [(target, part, len(labels) + i, rows[i : i + 500]) for i in range(0, len(rows), 500)]
        labels += rows
    np.lib.format.open_memmap(target, mode="w+", dtype=np.uint8, shape=(len(labels), FRAME, FRAME, 3)).flush()
    with Pool(processes) as pool:
        broken = [index for some in pool.imap_unordered(_decode, jobs) for index in some]
    for index in broken:
        labels[index]["use"] = "nothing"
    (out / "labels.json").write_text(json.dumps(labels))
    return len(labels), len(broken)


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["pack", out, name, labels, folder]:
            print(pack(Path(out), name, Path(labels), Path(folder)), "parts")
        case ["unpack", parts, out]:
            print("%d pictures, %d could not be read" % unpack(Path(parts), Path(out)))
        case _:
            sys.exit(__doc__)
