"""Encodes and decodes lines with SentencePiece, to test other tokenisers.

    python3 pieces_golden.py spm.model < texts > answers

Input: one JSON value per line, a text to encode or a list of ids to decode. Output: the ids or the text, one per line.
"""
from __future__ import annotations

import json
import sys

from vocabulary import Vocabulary


def main() -> None:
    vocabulary = Vocabulary(sys.argv[1])
    for line in sys.stdin:
        value = json.loads(line)
        answer = vocabulary.encode([value], 1)[0] if isinstance(value, str) else vocabulary.decode([value])[0]
        print(json.dumps(answer, separators=(",", ":")))


if __name__ == "__main__":
    main()
