"""The loss of each output."""

import torch
import torch.nn.functional as F

from labels import AGES, STARTS


class AgeLoss:
    """For a group: the probability outside it, weighted by distance. For an exact age: the distance to a narrow distribution."""

    def __init__(self, device, group_weight):
        ends = STARTS[1:] + [AGES]
        self.member = torch.zeros(len(STARTS), AGES, device=device)
        for i, (start, end) in enumerate(zip(STARTS, ends)):
            self.member[i, start:end] = 1
        self.borders = torch.tensor(STARTS[1:], device=device)
        self.starts = torch.tensor(STARTS, device=device)
        self.years = torch.arange(AGES, device=device).float()
        self.group_weight = group_weight

    def grouped(self, logits, group):
        share = logits.softmax(1)
        right = (share @ self.member.T).gather(1, group[:, None])[:, 0].clamp_min(1e-6)
        below = share.cumsum(1)[:, self.borders - 1]
        wanted = (self.starts[group][:, None] < self.borders[None]).float()
        return (-right.log() + ((below - wanted) ** 2).sum(1)) * self.group_weight[group]

    def exact(self, logits, age, spread):
        hill = torch.softmax(-(((self.years[None] - age[:, None]) / spread[:, None]) ** 2) / 2, 1)
        away = ((logits.softmax(1).cumsum(1) - hill.cumsum(1)) ** 2).sum(1) / 10
        return -(hill * logits.log_softmax(1)).sum(1) + away


def roughness(logits):
    """The roughness of the age distribution."""
    return (logits.diff(dim=1).diff(dim=1).diff(dim=1) ** 2).mean()


def gender(logit, male, weight):
    return F.binary_cross_entropy_with_logits(logit, male * 0.96 + 0.02, reduction="none") * 1.5 * weight


def taught(answer, lesson, weight):
    """The distance between an output and that of the teachers. `weight` is that of the gender."""
    ages = -(lesson["ages"] * answer["ages"].log_softmax(1)).sum(1)
    return 1.5 * weight * F.binary_cross_entropy_with_logits(answer["male"], lesson["male"], reduction="none") + 1.5 * ages


def face(logit, is_face):
    return F.binary_cross_entropy_with_logits(logit, is_face * 0.98 + 0.01, reduction="none")


def up(answer, angle):
    return ((answer - torch.stack([torch.cos(angle), torch.sin(angle)], 1)) ** 2).sum(1)
