"""Measures sequences of DNA, one after the other."""

from typing import Iterator, List, TypedDict

from gristmill import Problem, mill


class Sequence(TypedDict):
    name: str
    length: int
    gc: float


class Measured(TypedDict):
    sequences: List[Sequence]
    letters: int


@mill(
    version="1.0.0",
    output=Measured,
    parts="sequences",
    examples=[
        {
            "input": ">rye\nGATT\nACAG\n>oats\nGGCC\n",
            "output": {
                "sequences": [
                    {"name": "rye", "length": 8, "gc": 0.375},
                    {"name": "oats", "length": 4, "gc": 1.0},
                ],
                "letters": 12,
            },
        },
    ],
)
def sequence_measurer(text: str) -> Iterator[Sequence]:
    """Measures the sequences of a FASTA file: their lengths, and how much of each is G or C.

    Each sequence is a part, sent when it is measured.
    """
    head, *records = ("\n" + text).split("\n>")
    if head.strip():
        raise Problem("invalid-input", "A sequence has no name. Begin each with a line such as >name.")
    letters = 0
    for record in records:
        name, *lines = record.splitlines() or [""]
        sequence = "".join(lines).upper()
        letters += len(sequence)
        share = (sequence.count("G") + sequence.count("C")) / max(len(sequence), 1)
        yield {"name": name.strip(), "length": len(sequence), "gc": round(share, 6)}
    return {"letters": letters}
