"""The teacher of the face network: EfficientNet-Lite4 with the same heads. It is only used in training."""

import torch
from torch import nn

from layers import Layer, unfold
from network import Heads

# For each stage: blocks, channels, stride of the first block, kernel.
STAGES = [(4, 32, 2, 3), (4, 56, 2, 5), (6, 112, 2, 3), (6, 160, 1, 5), (8, 272, 2, 5), (1, 448, 1, 3)]
WIDTH = 1280
# The share of blocks that are left out in training rises to this at the last block.
DROPPED = 0.2


class Block(nn.Module):
    def __init__(self, ins, outs, stride, kernel, dropped):
        super().__init__()
        self.layers = nn.Sequential(
            Layer(ins, 6 * ins, 1, 1), Layer(6 * ins, 6 * ins, kernel, stride, 6 * ins), Layer(6 * ins, outs, 1, 1, linear=True)
        )
        self.adds, self.dropped = stride == 1 and ins == outs, dropped

    def forward(self, x):
        y = self.layers(x)
        if not self.adds:
            return y
        if self.training:
            kept = torch.rand(len(x), 1, 1, 1, device=x.device) >= self.dropped
            y = y * kept / (1 - self.dropped)
        return x + y


class Lite4(nn.Module):
    def __init__(self):
        super().__init__()
        self.stem = Layer(3, 32, 3, 2)
        self.first = nn.Sequential(Layer(32, 32, 3, 1, 32), Layer(32, 24, 1, 1, linear=True))
        blocks, ins, total = [], 24, sum(count for count, _, _, _ in STAGES)
        for count, outs, stride, kernel in STAGES:
            for i in range(count):
                blocks.append(Block(ins, outs, stride if i == 0 else 1, kernel, DROPPED * len(blocks) / total))
                ins = outs
        self.blocks = nn.Sequential(*blocks)
        self.last = Layer(ins, WIDTH, 1, 1)

    def forward(self, x):
        return self.last(self.blocks(self.first(self.stem(x))))

    def named_layers(self):
        """Each layer by the name of its weights in the published network."""
        yield "block0_conv0", self.stem
        yield "block0_conv1", self.first[0]
        yield "block0_conv2", self.first[1]
        for i, block in enumerate(self.blocks):
            for j, layer in enumerate(block.layers):
                yield f"block{i + 1}_conv{j}", layer
        yield "conv0", self.last


class Teacher(nn.Module):
    size = 224

    def __init__(self):
        super().__init__()
        self.body, self.heads = Lite4(), Heads(WIDTH, 0.3)

    def forward(self, x):
        return self.heads(self.body(x).mean((2, 3)))

    def start_from(self, weights: dict, x: torch.Tensor):
        """Takes the published weights. `x` are some pictures."""
        named = [(layer, weights[f"{name}_w"], weights[f"{name}_b"]) for name, layer in self.body.named_layers()]
        unfold(self, [(layer, torch.tensor(weight), torch.tensor(bias).float()) for layer, weight, bias in named], x)
