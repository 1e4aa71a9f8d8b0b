"""Trains the face network or a teacher for a given time.

    python3 train.py DATA OUT --minutes 8 --teacher --start lite4.npz                  a teacher, from ImageNet's weights
    python3 train.py DATA OUT --minutes 3 --teacher --start lite4.npz --without 0      a teacher that does not know a third of the faces
    python3 train.py DATA OUT --minutes 18 --shorten T1.pt --teachers T1.pt,T2.pt      their student
    python3 train.py DATA OUT --minutes 8 --from S.pt --teachers T1.pt,T2.pt           goes on with a student

DATA is the output of `pictures.py unpack`. OUT.pt receives the mean of the last weights, and OUT.log the printed lines.
"""

import argparse
import math
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F

import loop
import losses
from choose import report
from labels import RACES, Labels, read
from network import FaceNetwork, Teacher, load
from views import as_input, cut, jitter, varied

# An age in years is known for few people only: they must not be learnt by heart.
EXACT_WEIGHT = 0.2


@dataclass
class Counts:
    """How many of each kind are in a batch: upright faces, those with an exact age, rotated faces, non-faces."""

    upright: int = 448
    exact: int = 24
    turned: int = 64
    others: int = 160

    @property
    def faces(self):
        return self.upright + self.exact + self.turned


class Batches:
    """Draws batches, with the kinds of pictures in the order of `Counts`."""

    def __init__(self, pictures, labels: Labels, size: int, counts: Counts):
        self.pictures, self.labels, self.size, self.counts = pictures, labels, size, counts
        self.order, self.at, self.epochs = None, 0, 0.0

    def _next(self):
        faces, count = self.labels.train_faces, self.counts.upright
        if self.order is None or self.at + count > len(self.order):
            self.order, self.at = faces[torch.randperm(len(faces), device=faces.device)], 0
        index = self.order[self.at : self.at + count]
        self.at += count
        self.epochs += count / len(faces)
        return index

    def draw(self):
        labels, counts = self.labels, self.counts

        def some(index, count):
            return index[torch.randint(len(index), (count,), device=index.device)] if count else index[:0]

        index = torch.cat(
            [self._next(), some(labels.train_exact, counts.exact), some(labels.train_faces, counts.turned), some(labels.train_others, counts.others)]
        )
        # Half of the squares as they are labelled, half as the detector finds them.
        found = torch.rand(len(index), 1, device=index.device) < 0.5
        seen = torch.where(found, labels.seen[index], labels.square[index])
        upright = counts.upright + counts.exact
        square = torch.cat([jitter(seen[:upright]), jitter(seen[upright:], 2.5)])
        square[upright:, 3] += torch.rand(len(index) - upright, device=index.device) * 2 * math.pi
        mirrored = torch.rand(len(index), device=index.device) < 0.5
        # In a square rotated clockwise, the face is tilted counterclockwise. Mirroring reverses the direction.
        lean = (seen[:, 3] - square[:, 3]) * torch.where(mirrored, -1.0, 1.0)
        x = varied(self.pictures, index, square, self.size, mirrored)
        return x, index, lean


def sized(x, size):
    """Squares in another size, sampled as in the classifier."""
    if x.shape[3] == size:
        return x
    return F.interpolate(x, size=(size, size), mode="bilinear", align_corners=False).contiguous(memory_format=torch.channels_last)


class Teachers:
    """Teaches each batch by two of several teachers, drawn at random. The second one sees mirror images.

    On average, a student learns the mean of all teachers and of both views, which is better than each of them.
    """

    def __init__(self, paths: list[Path], device: str, compiled: bool):
        self.network = load(paths[0], device)
        self.weights = [list(load(path, device).state_dict().values()) for path in paths]
        self.size = self.network.size
        if compiled:
            self.network.compile(dynamic=False)

    @torch.no_grad()
    def lesson(self, x):
        drawn = np.random.choice(len(self.weights), 2, replace=len(self.weights) < 2)
        x = sized(x, self.size)
        male, ages = zip(*(self._answer(one, view) for one, view in zip(drawn, (x, x.flip(3).contiguous(memory_format=torch.channels_last)))))
        return {"male": sum(male) / 2, "ages": sum(ages) / 2}

    def _answer(self, one, x):
        for ours, theirs in zip(self.network.state_dict().values(), self.weights[one]):
            ours.copy_(theirs)
        with torch.autocast(x.device.type, dtype=torch.bfloat16, enabled=x.is_cuda):
            answer = self.network(x)
        return torch.sigmoid(answer["male"].float()), answer["ages"].float().softmax(1)


def loss_of(answer, labels, index, lean, counts, age_loss, race_weight, mixed, lesson, teaching):
    count, upright = counts.upright, counts.upright + counts.exact

    def own(order):
        rows = index[:count][order]
        weight = race_weight[labels.race[rows]]
        male = losses.gender(answer["male"][:count], labels.male[rows], weight)
        return male + age_loss.grouped(answer["ages"][:count], labels.group[rows])

    everyone = torch.arange(count, device=index.device)
    share, partner = mixed if mixed else (1.0, everyone)
    total = (share * own(everyone) + (1 - share) * own(partner)).mean()
    if lesson is not None:
        part = {name: value[:count] for name, value in answer.items()}
        taught = losses.taught(part, lesson, race_weight[labels.race[index[:count]]])
        total = (1 - teaching) * total + teaching * taught.mean()
    rows = index[count:upright]
    exact = age_loss.exact(answer["ages"][count:upright], labels.age[rows], labels.spread[rows])
    exact = exact + losses.gender(answer["male"][count:upright], labels.male[rows], 1.0)
    total = total + EXACT_WEIGHT * exact.mean() + 0.5 * losses.roughness(answer["ages"])
    if counts.others:
        is_face = (torch.arange(len(index), device=index.device) < counts.faces).float()
        lying = losses.up(answer["up"][: counts.faces], lean[: counts.faces])
        total = total + losses.face(answer["face"], is_face).mean() + 0.5 * lying.mean()
    return total


def groups_of(network, decay):
    """The age output has a low learning rate, or it diverges. Biases, scales and heads have no weight decay."""
    slow = list(network.heads.age.parameters())
    known = {id(parameter) for parameter in slow}
    large = [p for p in network.body.parameters() if p.ndim > 1]
    known |= {id(parameter) for parameter in large}
    rest = [p for p in network.parameters() if id(p) not in known]
    return [
        {"params": large, "weight_decay": decay, "times": 1.0},
        {"params": rest, "weight_decay": 0.0, "times": 1.0},
        {"params": slow, "weight_decay": 0.01, "times": 0.1},
    ]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--teacher", action="store_true", help="train the teacher's network, with faces alone")
    parser.add_argument("--start", type=Path, help="published weights of a teacher's body, as .npz")
    parser.add_argument("--shorten", type=Path, help="a teacher whose weights to begin with")
    parser.add_argument("--without", type=int, default=-1, help="leave out this third of the faces: 0, 1 or 2")
    parser.add_argument("--from", dest="origin", type=Path, help="a network of ours to begin with")
    parser.add_argument("--teachers", default="", help="networks of ours, with commas between")
    parser.add_argument("--teaching", type=float, default=0.7, help="the teachers' share of the loss")
    parser.add_argument("--decay", type=float, default=0.05)
    parser.add_argument("--mix", type=float, default=0.3, help="the share of batches whose pictures are mixed in pairs")
    parser.add_argument("--weigh", default="", help="weights of races in the loss of gender, such as Black=1.6")
    parser.add_argument("--balance", type=float, default=0.25, help="how far rare age groups count more: 0 not, 1 fully")
    options = loop.options_of(parser, rate=7e-4)
    device = options.device
    say = loop.Log(options.out)
    say({name: str(value) for name, value in vars(options).items()})
    pictures, labels = read(options.data, device, others=not options.teacher)
    labels.train_faces = labels.train_faces[labels.train_faces % 3 != options.without]
    say("pictures", len(pictures), "faces", len(labels.train_faces), "exact", len(labels.train_exact), "others", len(labels.train_others))
    race_weight = torch.ones(len(RACES) + 1, device=device)
    for pair in filter(None, options.weigh.split(",")):
        name, weight = pair.split("=")
        race_weight[RACES.index(name)] = float(weight)
    race_weight = race_weight / race_weight[labels.race[labels.train_faces]].mean()
    counts = torch.bincount(labels.group[labels.train_faces], minlength=9).float()
    group_weight = (counts.mean() / counts.clamp_min(1)) ** options.balance
    group_weight = group_weight / (group_weight * counts).sum() * counts.sum()
    age_loss = losses.AgeLoss(device, group_weight)

    paths = [Path(path) for path in filter(None, options.teachers.split(","))]
    teachers = Teachers(paths, device, options.compile) if paths else None
    if options.origin:
        network = load(options.origin, device)
    else:
        network = (Teacher() if options.teacher else FaceNetwork()).to(device)
        if options.start:
            some = labels.train_faces[torch.randperm(len(labels.train_faces), device=device)[:128]]
            network.body.start_from(np.load(options.start), network, as_input(cut(pictures, some, labels.square[some], network.size)))
        if options.shorten:
            network.learn_from(load(options.shorten, device))
    network = network.to(device).to(memory_format=torch.channels_last)
    counts = Counts(*(28, 4, 4, 8) if options.small else ())
    if options.teacher:
        counts.turned = counts.others = 0
    batches = Batches(pictures, labels, max(network.size, teachers.size if teachers else 0), counts)
    optimizer = torch.optim.AdamW(groups_of(network, options.decay), lr=options.rate, betas=(0.9, 0.99))

    def loss_of_batch(forward):
        x, index, lean = batches.draw()
        mixed = None
        if np.random.rand() < options.mix:
            share, partner = float(np.random.beta(0.4, 0.4)), torch.randperm(counts.upright, device=device)
            mixed = share, partner
            x[: counts.upright] = x[: counts.upright] * share + x[: counts.upright][partner] * (1 - share)
        lesson = teachers.lesson(x[: counts.upright]) if teachers else None
        x = sized(x, network.size)
        with torch.autocast(device, dtype=torch.bfloat16, enabled=device == "cuda"):
            answer = forward(x)
        answer = {name: value.float() for name, value in answer.items()}
        return loss_of(answer, labels, index, lean, counts, age_loss, race_weight, mixed, lesson, options.teaching), len(x)

    loop.run(options, network, optimizer, loss_of_batch, lambda mean, short: report(mean, pictures, labels, short), say)
    say("epochs", round(batches.epochs, 1))


if __name__ == "__main__":
    main()
