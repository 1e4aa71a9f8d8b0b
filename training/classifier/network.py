"""The network: MobileNetV1 with four outputs, and the same network in integers.

| output | numbers | meaning |
|---|---|---|
| male | 1 | logit |
| ages | 101 | logits of the ages 0 … 100 |
| face | 1 | logit: a human face, or anything else |
| up | 2 | cosine and sine of the sideways tilt of the face |

    python3 network.py npz FACES.onnx OUT.npz       the weights of a shipped network, to start from
    python3 network.py pt WEIGHTS.npz DATA OUT.pt   the same as a teacher
"""

import sys
from pathlib import Path

import numpy as np
import torch
from torch import nn

from labels import AGES
from layers import Layer, WholeLayer, measured, unfold

SIZE = 160
WIDTH = 1024
# Channels and stride of each pair of a depthwise and a pointwise convolution.
PAIRS = [(64, 1), (128, 2), (128, 1), (256, 2), (256, 1), (512, 2)] + [(512, 1)] * 5 + [(1024, 2), (1024, 1)]


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
    def __init__(self, width: int = WIDTH, dropout: float = 0.2):
        super().__init__()
        basis = age_basis()
        self.register_buffer("basis", basis)
        self.dropout = nn.Dropout(dropout)
        self.male = nn.Linear(width, 1)
        self.age = nn.Linear(width, len(basis))
        self.face = nn.Linear(width, 1)
        self.up = nn.Linear(width, 2)
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


def shapes():
    """Inputs, outputs, kernel, stride and groups of each layer."""
    yield 3, 32, 3, 2, 1
    ins = 32
    for outs, stride in PAIRS:
        yield ins, ins, 3, stride, ins
        yield ins, outs, 1, 1, 1
        ins = outs


class FaceNetwork(nn.Module):
    size = SIZE

    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(*(Layer(*shape) for shape in shapes()))
        self.heads = Heads()

    def forward(self, x):
        return self.heads(self.body(x).mean((2, 3)))

    def start_from(self, weights: dict, x: torch.Tensor):
        """Takes the weights of an earlier network, as `earlier` reads them. `x` are some pictures."""
        unfold(self, [(layer, torch.tensor(weights[f"w{i}"]), torch.tensor(weights[f"b{i}"])) for i, layer in enumerate(self.body, 1)], x)
        for name, head in self.heads.named_children():
            if isinstance(head, nn.Linear):
                head.weight.data.copy_(torch.tensor(weights[f"{name}w"]))
                head.bias.data.copy_(torch.tensor(weights[f"{name}b"]))


class WholeNetwork(nn.Module):
    """The network in whole numbers, up to its heads. It is made from a trained network and trained a little more."""

    size = SIZE

    def __init__(self, network: FaceNetwork):
        super().__init__()
        self.body = nn.Sequential(*(WholeLayer(layer) for layer in network.body))
        self.heads = network.heads

    def measure(self, x):
        """Sets the largest result of each layer."""
        for layer in self.body:
            x = measured(layer, x)

    def forward(self, x):
        return self.heads(self.body(x).mean((2, 3)))


def load(path, device) -> nn.Module:
    """Loads a trained network. Its weights show which one it is."""
    from teacher import Teacher

    state = torch.load(path, map_location=device)
    network = Teacher() if "body.stem.conv.weight" in state else FaceNetwork()
    if "body.0.most" in state:
        network = WholeNetwork(network)
    network.load_state_dict(state)
    return network.to(device).to(memory_format=torch.channels_last).eval()


def earlier(model) -> dict[str, np.ndarray]:
    """The weights of a network that export.py wrote as ONNX, for `start_from`."""
    from onnx import numpy_helper

    found = {one.name: numpy_helper.to_array(one) for one in model.graph.initializer}
    weights = {f"{name}{part}": found[f"{name}{part}"] for name in ("male", "face", "up") for part in "wb"}
    for i, node in enumerate([node for node in model.graph.node if node.op_type == "QLinearConv"], 1):
        x_step, whole, scale, bias = (found[node.input[at]] for at in (1, 3, 4, 8))
        weights[f"w{i}"] = (whole * scale[:, None, None, None]).astype(np.float32)
        weights[f"b{i}"] = (bias * scale * x_step).astype(np.float32)
    # The ages are stored as 101 logits. The head has fewer numbers, the heights of its splines.
    basis = age_basis().numpy().T
    weights["agew"], weights["ageb"] = (np.linalg.lstsq(basis, found[f"ages{part}"], rcond=None)[0].astype(np.float32) for part in "wb")
    return weights


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["npz", model, out]:
            import onnx

            np.savez(out, **earlier(onnx.load(model)))
        case ["pt", weights, data, out]:
            from labels import read
            from views import as_input, cut

            pictures, labels = read(Path(data), "cpu", others=False)
            some = labels.train_faces[:256]
            network = FaceNetwork()
            network.start_from(np.load(weights), as_input(cut(pictures, some, labels.square[some], SIZE)))
            torch.save(network.state_dict(), out)
        case _:
            sys.exit(__doc__)
