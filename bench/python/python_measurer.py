from dataclasses import dataclass

from gristmill import mill


@dataclass
class Length:
    length: int


@mill(version="1.0.0", examples=[{"input": "grist", "output": {"length": 5}}])
def python_measurer(text: str) -> Length:
    """Measures the length of a text."""
    return Length(len(text))
