"""Evaluates a network on the part that is held out for choices, for different values of `tau`.

    python3 choose.py DATA WEIGHTS.pt

`tau` says how far the frequency of ages in FairFace is compensated: p(age) · frequency(age)^-tau. FairFace has few old people,
so a network trained on it estimates their age too low. Here the age is the median; the classifier takes the likeliest age.
"""

import math
import sys
from pathlib import Path

import numpy as np
import torch

from labels import AGES, GROUPS, RACES, STARTS, group_of, read
from network import load
from views import as_input, cut, plain

TAUS = (0.0, 0.15, 0.25, 0.5, 0.75, 1.0)


def log_frequency(groups: torch.Tensor) -> torch.Tensor:
    """The logarithm of how often each year of age occurs, between the middles of the groups."""
    counts = torch.bincount(groups.cpu(), minlength=9).double().numpy()
    ends = STARTS[1:] + [86]
    middles = [(start + end - 1) / 2 for start, end in zip(STARTS, ends)]
    heights = [math.log(count / counts.sum() / (end - start)) for count, start, end in zip(counts, STARTS, ends)]
    return torch.tensor(np.interp(np.arange(AGES), middles, heights), dtype=torch.float32, device=groups.device)


def median(share: torch.Tensor) -> torch.Tensor:
    """The median of the age distribution."""
    return (share.cumsum(1) < 0.5).sum(1)


@torch.no_grad()
def answers(network, pictures, labels, index, size, turn=0.0):
    """The output of a network for pictures, as they are or rotated by an angle."""
    network.eval()
    parts = []
    for rows in index.split(1024):
        if turn:
            square = labels.seen[rows].clone()
            square[:, 3] += turn
            x = as_input(cut(pictures, rows, square, size)).contiguous(memory_format=torch.channels_last)
        else:
            x = plain(pictures, labels, rows, size)
        parts.append({name: value.float() for name, value in network(x).items()})
    return {name: torch.cat([part[name] for part in parts]) for name in parts[0]}


def share(mask) -> float:
    return round(100 * mask.float().mean().item(), 2) if len(mask) else float("nan")


def report(network, pictures, labels, short=False) -> dict:
    index = labels.choose_faces
    answer = answers(network, pictures, labels, index, network.size)
    right = (answer["male"] > 0).float() == labels.male[index]
    group, race = labels.group[index], labels.race[index]
    frequency = log_frequency(labels.group[labels.train_faces])
    told = {tau: group_of(median((answer["ages"] - tau * frequency).softmax(1))) for tau in TAUS}
    result = {"gender": share(right), "black": share(right[race == 1])}
    for tau in TAUS:
        hit = told[tau] == group
        result[f"group tau={tau}"] = (share(hit), round(float(np.mean([share(hit[group == g]) for g in range(9)])), 2))
    if len(labels.choose_others):
        others = answers(network, pictures, labels, labels.choose_others, network.size)
        # The threshold that loses one of 200 held-out faces, and the share of non-faces above it.
        limit = torch.quantile(answer["face"], 0.005)
        result["others taken for faces"] = share(others["face"] > limit)
    if short or not len(labels.choose_others):
        return result
    result["limit"] = round(float(torch.sigmoid(limit)), 4)
    for name, mask in {**{RACES[r]: race == r for r in range(7)}, "women": labels.male[index] == 0, "men": labels.male[index] == 1}.items():
        result[name] = (share(right[mask]), share((told[0.15] == group)[mask]))
    for g in range(9):
        result[GROUPS[g]] = (share(right[group == g]), *(share((told[tau] == group)[group == g]) for tau in TAUS))
    for lean in (90, 180, 270):
        turned = answers(network, pictures, labels, index[:2000], network.size, turn=math.radians(lean))
        angle = torch.atan2(turned["up"][:, 1], turned["up"][:, 0]) + math.radians(lean)
        result[f"leaning {lean}"] = (share(torch.cos(angle) > math.cos(math.pi / 4)), share(turned["face"] > limit))
    upright = torch.atan2(answer["up"][:, 1], answer["up"][:, 0])
    result["upright"] = share(upright.abs() < math.pi / 4)
    exact = labels.choose_exact
    if len(exact):
        ages = answers(network, pictures, labels, exact, network.size)["ages"]
        for tau in TAUS:
            error = median((ages - tau * frequency).softmax(1)) - labels.age[exact]
            old = labels.age[exact] >= 65
            result[f"exact tau={tau}"] = tuple(round(float(v), 2) for v in (error.abs().mean(), error.mean(), error[old].abs().mean(), error[old].mean()))
    return result


if __name__ == "__main__":
    torch.backends.cudnn.allow_tf32 = torch.backends.cuda.matmul.allow_tf32 = False
    device = "cuda" if torch.cuda.is_available() else "cpu"
    pictures, labels = read(Path(sys.argv[1]), device)
    for name, value in report(load(Path(sys.argv[2]), device), pictures, labels).items():
        print(f"{name:28}{value}")
