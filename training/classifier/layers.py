"""Layers of convolutional networks, in floating point and in integers."""

import torch
import torch.nn.functional as F
from torch import nn

# Weights have seven bits: older x64 processors add two products of a byte and a weight in 16 bits, and these fit. Depthwise convolutions
# add in 32 bits everywhere, and need eight bits: each channel has few weights, whose errors do not cancel out.
WEIGHT_MOST, DEPTHWISE_MOST = 63, 127


class Layer(nn.Module):
    """Convolution, batch normalisation, and ReLU6 unless it is linear."""

    def __init__(self, ins, outs, kernel, stride, groups=1, linear=False):
        super().__init__()
        self.stride, self.kernel, self.linear = stride, kernel, linear
        self.conv = nn.Conv2d(ins, outs, kernel, stride, 0, groups=groups, bias=False)
        self.norm = nn.BatchNorm2d(outs, eps=1e-3, momentum=0.03)

    def forward(self, x):
        x = self.norm(self.conv(F.pad(x, padding(self.kernel, self.stride))))
        return x if self.linear else F.relu6(x)

    def bounded(self, x):
        """Clips numbers to the range of this layer. In floating point it has none."""
        return x


@torch.no_grad()
def unfold(network: nn.Module, layers: list[tuple[Layer, torch.Tensor, torch.Tensor]], x: torch.Tensor):
    """Gives layers weights and biases into which the batch normalisation was folded. `x`, some pictures, sets it up again."""
    hooks = []
    for layer, weight, bias in layers:
        layer.conv.weight.copy_(weight)

        def set_up(norm, inputs, bias=bias):
            seen = inputs[0].float()
            mean, variance = seen.mean((0, 2, 3)), seen.var((0, 2, 3), correction=0)
            norm.running_mean.copy_(mean)
            norm.running_var.copy_(variance)
            norm.weight.copy_(torch.sqrt(variance + norm.eps))
            norm.bias.copy_(mean + bias.to(mean.device))

        hooks.append(layer.norm.register_forward_pre_hook(set_up))
    network.eval()(x)
    for hook in hooks:
        hook.remove()


def padding(kernel: int, stride: int) -> tuple[int, int, int, int]:
    """TensorFlow's SAME for even sizes: at a stride of 2, one more to the right and below."""
    total = max(kernel - stride, 0)
    return (total // 2, total - total // 2) * 2


def nearest(x: torch.Tensor) -> torch.Tensor:
    """Rounds; the gradient passes as if it did not."""
    return x + (x.round() - x).detach()


class WholeLayer(nn.Module):
    """A layer as it is served: weights of seven or eight bits with a scale for each channel, results of eight bits.

    The results are from 0 to `most`, or from -`most` to nearly `most` if the layer is linear.
    """

    def __init__(self, layer: Layer):
        super().__init__()
        self.stride, self.kernel, self.groups, self.linear = layer.stride, layer.kernel, layer.conv.groups, layer.linear
        norm = layer.norm
        gain = norm.weight.data / torch.sqrt(norm.running_var + norm.eps)
        self.weight = nn.Parameter(layer.conv.weight.data * gain[:, None, None, None])
        self.bias = nn.Parameter(norm.bias.data - norm.running_mean * gain)
        self.register_buffer("most", torch.tensor(6.0))

    def scale(self) -> torch.Tensor:
        """The number that a weight of 1 means, for each channel."""
        return self.weight.detach().abs().amax((1, 2, 3)).clamp_min(1e-4) / (WEIGHT_MOST if self.groups == 1 else DEPTHWISE_MOST)

    def forward(self, x):
        scale = self.scale()[:, None, None, None]
        weight = nearest(self.weight / scale) * scale
        x = F.conv2d(F.pad(x, padding(self.kernel, self.stride)), weight, self.bias, self.stride, groups=self.groups)
        return nearest(self.bounded(x) / self.step()) * self.step()

    def step(self) -> torch.Tensor:
        """The number that a result of 1 means."""
        return self.most / (128 if self.linear else 255)

    def bounded(self, x):
        if not self.linear:
            return torch.minimum(x.relu(), self.most)
        return torch.minimum(torch.maximum(x, -self.most), self.most * (127 / 128))


@torch.no_grad()
def measured(layer: WholeLayer, x: torch.Tensor, share: float = 0.9999) -> torch.Tensor:
    """Sets the largest result of a layer, so that nearly all are below it and the steps are fine. Returns the results."""
    layer.most.fill_(6.0)
    x = layer(x)
    seen = x.flatten()[:: max(1, x.numel() // 2_000_000)]
    layer.most.copy_(torch.quantile(seen.float()[:2_000_000], share).clamp(0.5, 6.0))
    return torch.minimum(x, layer.most)
