"""The face network, its teachers, and the face network in integers. All have four outputs:

| output | numbers | meaning |
|---|---|---|
| male | 1 | logit |
| ages | 101 | logits of the ages 0 … 100 |
| face | 1 | logit: a human face, or anything else |
| up | 2 | cosine and sine of the sideways tilt of the face |
"""

import numpy as np
import torch
from torch import nn

from labels import AGES
from lite import ALL, SOME, WIDTH, Lite, in_integers, measure

SIZE = 160


def age_basis() -> torch.Tensor:
    """Cubic B-splines over 0 … 100, finer where FairFace's groups are narrow: 101 logits, smooth by construction."""
    inner = [0, 1.5, 3, 5, 7.5, 10, 13, 16.5, 20, 25, 30, 35, 40, 45, 50, 55, 60, 65, 70, 76, 83, 91, 100]
    knots = np.array([inner[0]] * 3 + inner + [inner[-1]] * 3, float)
    x = np.arange(AGES, dtype=float)
    x[-1] -= 1e-9
    splines = [((x >= a) & (x < b)).astype(float) for a, b in zip(knots, knots[1:])]
    for degree in range(1, 4):

        def blend(i):
            rise, fall = knots[i + degree] - knots[i], knots[i + degree + 1] - knots[i + 1]
            left = (x - knots[i]) / rise * splines[i] if rise > 0 else 0 * x
            right = (knots[i + degree + 1] - x) / fall * splines[i + 1] if fall > 0 else 0 * x
            return left + right

        splines = [blend(i) for i in range(len(splines) - 1)]
    return torch.tensor(np.stack(splines), dtype=torch.float32)


class Heads(nn.Module):
    def __init__(self, dropout: float):
        super().__init__()
        basis = age_basis()
        self.register_buffer("basis", basis)
        self.dropout = nn.Dropout(dropout)
        self.male = nn.Linear(WIDTH, 1)
        self.age = nn.Linear(WIDTH, len(basis))
        self.face = nn.Linear(WIDTH, 1)
        self.up = nn.Linear(WIDTH, 2)
        nn.init.normal_(self.age.weight, std=0.01)
        # The initial age distribution is broad and centred at 30.
        hill = -(((torch.arange(AGES) - 30) / 25) ** 2) / 2
        self.age.bias.data = torch.linalg.lstsq(basis.T, hill[:, None]).solution[:, 0]

    def forward(self, features):
        with torch.autocast(features.device.type, enabled=False):
            features = self.dropout(features.float())
            return {
                "male": self.male(features)[:, 0],
                "ages": self.age(features) @ self.basis,
                "face": self.face(features)[:, 0],
                "up": self.up(features),
            }


class FaceNetwork(nn.Module):
    size = SIZE

    def __init__(self):
        super().__init__()
        self.body, self.heads = Lite(SOME, 0.05), Heads(0.2)

    def forward(self, x):
        return self.heads(self.body(x))

    def learn_from(self, teacher: "Teacher"):
        """Takes the weights of a teacher."""
        self.body.shorten(teacher.body)
        self.heads.load_state_dict(teacher.heads.state_dict())


class Teacher(nn.Module):
    """The whole EfficientNet-Lite4 with larger squares. It is only used in training, and only its genders and ages are trained."""

    size = 224

    def __init__(self):
        super().__init__()
        self.body, self.heads = Lite(ALL, 0.2), Heads(0.3)

    def forward(self, x):
        return self.heads(self.body(x))


class WholeNetwork(nn.Module):
    """The face network in integers, up to its heads. integers.py makes it from a trained network."""

    size = SIZE

    def __init__(self, network: FaceNetwork):
        super().__init__()
        self.body, self.heads = in_integers(network.body), network.heads

    def measure(self, network: FaceNetwork, x: torch.Tensor):
        """Sets the ranges of the integers. `x` are some pictures."""
        measure(self.body, network.body, x)

    def forward(self, x):
        return self.heads(self.body(x))


def load(path, device) -> nn.Module:
    """Loads a trained network. Its weights show which one it is."""
    state = torch.load(path, map_location=device)
    blocks = len({name.split(".")[2] for name in state if name.startswith("body.blocks.")})
    network = FaceNetwork() if blocks == sum(map(len, SOME)) else Teacher()
    if "body.stem.most" in state:
        network = WholeNetwork(network)
    network.load_state_dict(state)
    return network.to(device).to(memory_format=torch.channels_last).eval()
