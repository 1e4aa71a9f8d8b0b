"""BLEU and chrF as sacreBLEU defines them by default, for machines where it is not installed.

Signatures: BLEU `nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp`, chrF `nrefs:1|case:mixed|eff:yes|nc:6|nw:0|space:no`.
`tests/test_metrics.py` holds figures computed with sacreBLEU 2.6.0.
"""
from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence

_STEPS = (
    (re.compile(r"([\{-\~\[-\` -\&\(-\+\:-\@\/])"), r" \1 "),
    (re.compile(r"([^0-9])([\.,])"), r"\1 \2 "),
    (re.compile(r"([\.,])([^0-9])"), r" \1 \2"),
    (re.compile(r"([0-9])(-)"), r"\1 \2 "),
)


def tokenise_13a(line: str) -> list[str]:
    """The tokens of the mteval-v13a script."""
    line = line.replace("<skipped>", "").replace("-\n", "").replace("\n", " ")
    if "&" in line:
        for entity, character in (("&quot;", '"'), ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">")):
            line = line.replace(entity, character)
    line = f" {line} "
    for pattern, replacement in _STEPS:
        line = pattern.sub(replacement, line)
    return line.split()


def _ngrams(items: Sequence[str], order: int) -> Counter:
    return Counter(tuple(items[i:i + order]) for i in range(len(items) - order + 1))


def corpus_bleu(hypotheses: Sequence[str], references: Sequence[str]) -> float:
    """BLEU of a whole test set, 0 to 100."""
    matched, total = [0] * 4, [0] * 4
    hypothesis_length = reference_length = 0
    for hypothesis, reference in zip(hypotheses, references, strict=True):
        found, wanted = tokenise_13a(hypothesis), tokenise_13a(reference)
        hypothesis_length += len(found)
        reference_length += len(wanted)
        for order in range(1, 5):
            grams = _ngrams(found, order)
            total[order - 1] += sum(grams.values())
            matched[order - 1] += sum((grams & _ngrams(wanted, order)).values())
    if not any(matched):
        return 0.0
    logs, smooth = 0.0, 1.0
    for hits, count in zip(matched, total):
        if count == 0:  # sacreBLEU gives 0 when no sentence is long enough for four-grams
            return 0.0
        if hits == 0:
            smooth *= 2
            logs += math.log(1 / (smooth * count))
        else:
            logs += math.log(hits / count)
    brevity = 1.0 if hypothesis_length >= reference_length else math.exp(1 - reference_length / hypothesis_length)
    return 100 * brevity * math.exp(logs / 4)


def corpus_chrf(hypotheses: Sequence[str], references: Sequence[str]) -> float:
    """chrF2 of a whole test set, 0 to 100: character n-grams up to 6, spaces removed, recall counts twice."""
    counts = [[0, 0, 0] for _ in range(6)]
    for hypothesis, reference in zip(hypotheses, references, strict=True):
        found, wanted = "".join(hypothesis.split()), "".join(reference.split())
        for order in range(1, 7):
            grams = Counter(found[i:i + order] for i in range(len(found) - order + 1))
            target = Counter(wanted[i:i + order] for i in range(len(wanted) - order + 1))
            entry = counts[order - 1]
            # As in sacreBLEU, a sentence too short for an order counts only where both sides have it.
            entry[0] += sum(grams.values()) if target else 0
            entry[1] += sum(target.values())
            entry[2] += sum((grams & target).values())
    precision = recall = orders = 0.0
    for found, wanted, matched in counts:
        if found > 0 and wanted > 0:
            precision += matched / found
            recall += matched / wanted
            orders += 1
    if orders == 0 or precision + recall == 0:
        return 0.0
    precision, recall = precision / orders, recall / orders
    return 100 * 5 * precision * recall / (4 * precision + recall)
