"""The network: MobileNetV1 with four outputs, and the same network in integers.

| output | numbers | meaning |
|---|---|---|
| male | 1 | logit |
| ages | 101 | logits of the ages 0 … 100 |
| face | 1 | logit: a human face, or anything else |
| up | 2 | cosine and sine of the sideways tilt of the face |
"""

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

from labels import AGES

SIZE = 160
WIDTH = 1024
# Channels and stride of each pair of a depthwise and a pointwise convolution.
PAIRS = [(64, 1), (128, 2), (128, 1), (256, 2), (256, 1), (512, 2)] + [(512, 1)] * 5 + [(1024, 2), (1024, 1)]
# Weights of seven bits: two products of a byte and such a weight fit into 16 bits, which older x64 processors add them in.
WEIGHT_MOST = 63


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
    def __init__(self, dropout: float = 0.2):
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


class Layer(nn.Module):
    """Convolution, batch normalisation, and ReLU6."""

    def __init__(self, ins, outs, kernel, stride, groups=1):
        super().__init__()
        self.stride, self.kernel = stride, kernel
        self.conv = nn.Conv2d(ins, outs, kernel, stride, 0, groups=groups, bias=False)
        self.norm = nn.BatchNorm2d(outs, eps=1e-3, momentum=0.03)

    def forward(self, x):
        return F.relu6(self.norm(self.conv(F.pad(x, padding(self.kernel, self.stride)))))


def padding(kernel: int, stride: int) -> tuple[int, int, int, int]:
    """TensorFlow's SAME for even sizes: at a stride of 2 only to the right and below."""
    if kernel == 1:
        return (0, 0, 0, 0)
    return (0, 1, 0, 1) if stride == 2 else (1, 1, 1, 1)


def shapes():
    """Inputs, outputs, kernel, stride and groups of each layer."""
    yield 3, 32, 3, 2, 1
    ins = 32
    for outs, stride in PAIRS:
        yield ins, ins, 3, stride, ins
        yield ins, outs, 1, 1, 1
        ins = outs


class FaceNetwork(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(*(Layer(*shape) for shape in shapes()))
        self.heads = Heads()

    def forward(self, x):
        return self.heads(self.body(x).mean((2, 3)))

    def start_from(self, weights: dict) -> list[str]:
        """Takes Keras's MobileNetV1 as its start. Returns the layers that are not there and stay random."""
        missing = []
        names = ["conv1"] + [f"conv_{kind}_{i}" for i in range(1, 14) for kind in ("dw", "pw")]
        for layer, name in zip(self.body, names):
            kernel = f"{name}.depthwise_kernel" if "_dw_" in name else f"{name}.kernel"
            if kernel not in weights:
                missing.append(name)
                continue
            order = (2, 3, 0, 1) if "_dw_" in name else (3, 2, 0, 1)
            layer.conv.weight.data = torch.tensor(np.ascontiguousarray(weights[kernel].transpose(order)))
            for theirs, ours in (("gamma", "weight"), ("beta", "bias"), ("moving_mean", "running_mean"), ("moving_variance", "running_var")):
                getattr(layer.norm, ours).data.copy_(torch.tensor(weights[f"{name}_bn.{theirs}"]))
        return missing


def nearest(x: torch.Tensor) -> torch.Tensor:
    """Rounds; the gradient passes as if it did not."""
    return x + (x.round() - x).detach()


class WholeLayer(nn.Module):
    """A layer as it is served: weights of seven bits with a scale for each channel, results of eight bits from 0 to `most`."""

    def __init__(self, layer: Layer):
        super().__init__()
        self.stride, self.kernel, self.groups = layer.stride, layer.kernel, layer.conv.groups
        norm = layer.norm
        gain = norm.weight.data / torch.sqrt(norm.running_var + norm.eps)
        self.weight = nn.Parameter(layer.conv.weight.data * gain[:, None, None, None])
        self.bias = nn.Parameter(norm.bias.data - norm.running_mean * gain)
        self.register_buffer("most", torch.tensor(6.0))

    def scale(self) -> torch.Tensor:
        return self.weight.detach().abs().amax((1, 2, 3)).clamp_min(1e-4) / WEIGHT_MOST

    def forward(self, x):
        scale = self.scale()[:, None, None, None]
        weight = nearest(self.weight / scale).clamp(-WEIGHT_MOST, WEIGHT_MOST) * scale
        x = F.conv2d(F.pad(x, padding(self.kernel, self.stride)), weight, self.bias, self.stride, groups=self.groups)
        step = self.most / 255
        return nearest(torch.minimum(x.relu(), self.most) / step) * step


class WholeNetwork(nn.Module):
    """The network in whole numbers, up to its heads. It is made from a trained network and trained a little more."""

    def __init__(self, network: FaceNetwork):
        super().__init__()
        self.body = nn.Sequential(*(WholeLayer(layer) for layer in network.body))
        self.heads = network.heads

    @torch.no_grad()
    def measure(self, batches, share: float = 0.9999):
        """Sets the largest result of each layer, so that nearly all are below it and the steps are fine."""
        for x in batches:
            for layer in self.body:
                layer.most.fill_(6.0)
                x = layer(x)
                seen = x.flatten()[:: max(1, x.numel() // 2_000_000)]
                layer.most.copy_(torch.quantile(seen.float()[:2_000_000], share).clamp(0.5, 6.0))
                x = torch.minimum(x, layer.most)

    def forward(self, x):
        return self.heads(self.body(x).mean((2, 3)))
