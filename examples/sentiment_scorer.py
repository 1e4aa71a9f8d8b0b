"""Scores the sentiment of an English text by a small list of words. It needs no packages."""

import re
from dataclasses import dataclass
from typing import Annotated, Dict, List, Literal

from gristmill import Limits, MiB, Problem, Text, mill

WEIGHTS: Dict[str, int] = {
    "awful": -3,
    "bad": -2,
    "boring": -2,
    "good": 2,
    "great": 3,
    "happy": 2,
    "hate": -3,
    "love": 3,
    "nice": 2,
    "sad": -2,
    "slow": -1,
    "useful": 2,
}
NEGATIONS = {"no", "not", "never", "without"}


@dataclass
class Sentiment:
    score: Annotated[float, Limits(minimum=-1, maximum=1), "From -1 (bad) to 1 (good)."]
    label: Literal["negative", "neutral", "positive"]
    words: Annotated[List[str], "The words that decided, in the order of the text."]


@mill(
    version="1.0.0",
    input=Text(max_bytes=1 * MiB, description="A text in English."),
    problems={
        "no-words": {"status": 422, "title": "No words", "todo": "Send a text with at least one word."},
    },
    examples=[
        {"input": "A great idea, and nice people.", "output": {"score": 0.83, "label": "positive", "words": ["great", "nice"]}},
        {"input": "It was not good.", "output": {"score": -0.67, "label": "negative", "words": ["good"]}},
        {
            "input": "Useful, but slow.",
            "parameters": {"neutral": 0.5},
            "output": {"score": 0.17, "label": "neutral", "words": ["useful", "slow"]},
        },
    ],
)
def sentiment_scorer(
    text: str,
    *,
    neutral: Annotated[float, Limits(minimum=0, maximum=1), "Scores up to this far from 0 are neutral."] = 0.1,
) -> Sentiment:
    """Scores the sentiment of an English text.

    Looks up each word in a small list. A negation before a word turns its weight around. The score is the mean of the weights.
    """
    words = re.findall(r"[a-z']+", text.lower())
    if not words:
        raise Problem("no-words", "The text has no words.")
    found = [(word, i) for i, word in enumerate(words) if word in WEIGHTS]
    weights = [-WEIGHTS[word] if i > 0 and words[i - 1] in NEGATIONS else WEIGHTS[word] for word, i in found]
    score = round(sum(weights) / (3 * len(weights)), 2) if weights else 0.0
    label: Literal["negative", "neutral", "positive"] = "neutral"
    if abs(score) > neutral:
        label = "positive" if score > 0 else "negative"
    return Sentiment(score, label, [word for word, _ in found])
