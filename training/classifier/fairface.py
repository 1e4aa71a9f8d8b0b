"""Labels of FairFace.

    python3 fairface.py FAIRFACE > labels.jsonl

FAIRFACE contains `train/` and `train_labels.csv` as published. Every tenth person by number is held out for choices. FairFace's
own `val` part is not touched here: `tools/evaluate-classifier.mjs` evaluates on it at the end.
"""

import csv
import json
import sys
from pathlib import Path

from labels import GROUPS, RACES


def rows(folder: Path):
    with open(folder / "train_labels.csv", newline="") as table:
        for line in csv.DictReader(table):
            number = int(Path(line["file"]).stem)
            yield {
                "file": line["file"],
                "use": "choose" if number % 10 == 0 else "train",
                "group": GROUPS.index(line["age"]),
                "male": int(line["gender"] == "Male"),
                "race": RACES.index(line["race"]),
            }


if __name__ == "__main__":
    for row in rows(Path(sys.argv[1])):
        print(json.dumps(row))
