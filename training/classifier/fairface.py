"""Labels of FairFace.

    python3 fairface.py FAIRFACE [SQUARES.jsonl …] > labels.jsonl

FAIRFACE contains `train/` and `train_labels.csv` as published. Every tenth person by number is held out for choices. FairFace's
own `val` part is not touched here: `tools/evaluate-classifier.mjs` evaluates on it once, at the end. Lines of SQUARES.jsonl,
[file, score, x, y, box, angle, …] or [file], avoid running the detector again.
"""

import csv
import json
import sys
from pathlib import Path

from labels import GROUPS, RACES


def rows(folder: Path, squares: dict):
    with open(folder / "train_labels.csv", newline="") as table:
        for line in csv.DictReader(table):
            number = int(Path(line["file"]).stem)
            row = {
                "file": line["file"],
                "use": "choose" if number % 10 == 0 else "train",
                "group": GROUPS.index(line["age"]),
                "male": int(line["gender"] == "Male"),
                "race": RACES.index(line["race"]),
            }
            if line["file"] in squares:
                row["square"] = squares[line["file"]]
            yield row


def known_squares(paths) -> dict:
    known = {}
    for path in paths:
        for line in Path(path).read_text().splitlines():
            try:
                file, *numbers = json.loads(line)
            except ValueError:
                continue  # the last line of an unfinished file
            known[file] = numbers[1:5] if numbers else None
    return known


if __name__ == "__main__":
    squares = known_squares(sys.argv[2:])
    for row in rows(Path(sys.argv[1]), squares):
        print(json.dumps(row))
