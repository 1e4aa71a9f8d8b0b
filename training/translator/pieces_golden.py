"""What SentencePiece makes of lines, to test other tokenisers against.

    python3 pieces_golden.py spm.model < texts > answers

Read: one JSON value a line, a text to encode or a list of ids to decode. Written: the ids or the text, in the same way.
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
