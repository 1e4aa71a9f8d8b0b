"""Runs every stage once, with tiny sizes, on the CPU: prepare, train, interrupt, resume, pack, export, evaluate, distil, deepen.

    python3 smoke.py CORPUS [--minutes 2]
"""
from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))


def python(script: str, *words: str) -> list[str]:
    return [sys.executable, os.path.join(HERE, script), *words]


def call(script: str, *words: str) -> None:
    print("==", script, *words, flush=True)
    subprocess.run(python(script, *words), check=True)


def interrupted(words: list[str], log: str, sign: str) -> None:
    """Start, wait until the log says `sign`, and stop it as an operator would."""
    print("==", *words[1:], "(to be interrupted)", flush=True)
    process = subprocess.Popen(words)
    while process.poll() is None:
        time.sleep(0.5)
        if os.path.exists(log):
            with open(log, encoding="utf8") as file:
                if sign in file.read():
                    process.send_signal(signal.SIGTERM)
                    process.wait(120)
    if process.returncode != 0:
        sys.exit(f"Look at {log}, the run should have ended in peace: exit code {process.returncode}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus")
    parser.add_argument("--minutes", type=float, default=2.0)
    parser.add_argument("--limit", type=int, default=400, help="pairs of each file")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        data, run, fetched, files = (os.path.join(folder, n) for n in ("data", "run", "fetched", "files"))
        call("prepare.py", options.corpus, data, "--limit", str(options.limit), "--made", "0.01", "--preset", "1", "--part-bytes", "500000")
        parts = sorted(os.path.join(data, n) for n in os.listdir(data))
        part = next(p for p in parts if os.path.exists(os.path.join(p, "spm.model")))
        dev = os.path.join(next(p for p in parts if os.path.exists(os.path.join(p, "dev.tsv"))), "dev.tsv")
        vocabulary = os.path.join(part, "spm.model")
        train = ["--data", *parts, "--out", run, "--minutes", str(options.minutes), "--smoke", "--resume", "--split", "0.1"]
        interrupted(python("train.py", *train), os.path.join(run, "train.log"), "back-translation took")
        call("train.py", *train)
        os.makedirs(fetched)
        best, joined = os.path.join(run, "best.pt"), os.path.join(folder, "joined.pt")
        call("pack.py", "split", best, fetched)
        call("pack.py", "join", fetched, joined)
        call("export.py", joined, options.corpus, files)
        call("evaluate.py", dev, "--checkpoint", joined, "--vocabulary", vocabulary, "--limit", "20", "--beams", "2")
        call("evaluate.py", dev, "--exported", files, "--vocabulary", vocabulary, "--limit", "20")
        distilled = os.path.join(folder, "distilled")
        call("distil.py", "--teacher", joined, "--data", *parts, "--out", distilled, "--beams", "2", "--groups", "pud", "--tokens", "4096", "--both")
        call("distil.py", "--teacher", joined, "--data", *parts, "--out", distilled, "--beams", "2", "--groups", "monoc", "--minutes", "0.2", "--piece", "100")
        grown, deeper = os.path.join(folder, "grown"), os.path.join(folder, "deeper.pt")
        call("train.py", "--data", *parts, distilled, "--out", grown, "--smoke", "--init", joined, "--encoder-layers", "3", "--minutes", "0.7",
             "--back-translate", "0.3", "--round-beams", "2", "--round-seconds", "3", "--round-from", "0.6", "--trust", "0.4")
        for path in os.listdir(fetched):
            os.remove(os.path.join(fetched, path))
        call("pack.py", "split", os.path.join(grown, "best.pt"), fetched, "--bits", "7")
        call("pack.py", "join", fetched, deeper)
        call("export.py", deeper, options.corpus, files)
        call("evaluate.py", dev, "--exported", files, "--vocabulary", vocabulary, "--limit", "20")
    print("every stage ran")


if __name__ == "__main__":
    main()
