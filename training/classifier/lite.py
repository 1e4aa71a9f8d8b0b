"""The body of the face network and of its teachers: EfficientNet-Lite4, shortened or whole, in floating point or in integers."""

import copy

import torch
from torch import nn

from layers import Layer, WholeLayer, unfold

# For each stage: channels, stride of the first block, kernel, number of blocks.
STAGES = [(32, 2, 3, 4), (56, 2, 5, 4), (112, 2, 3, 6), (160, 1, 5, 6), (272, 2, 5, 8), (448, 1, 3, 1)]
WIDTH = 1280
ALL = tuple(tuple(range(count)) for *_, count in STAGES)
# The blocks of each stage that are left in the shortened network. All but the first add to their input, so that a trained network
# still works without some of them.
SOME = ((0, 3), (0, 3), (0, 1, 3, 5), (0, 1, 3, 5), (0, 1, 3, 5, 7), (0,))


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
        if self.training and self.dropped:
            kept = torch.rand(len(x), 1, 1, 1, device=x.device) >= self.dropped
            y = y * kept / (1 - self.dropped)
        return self.layers[2].bounded(x + y)


class Lite(nn.Module):
    """`dropped`: the share of blocks left out at random in training, at the last block; it rises from zero at the first."""

    def __init__(self, kept, dropped: float):
        super().__init__()
        self.stem = Layer(3, 32, 3, 2)
        self.first = nn.Sequential(Layer(32, 32, 3, 1, 32), Layer(32, 24, 1, 1, linear=True))
        blocks, ins, total = [], 24, sum(len(stage) for stage in kept)
        for (outs, stride, kernel, _), stage in zip(STAGES, kept):
            for i in stage:
                blocks.append(Block(ins, outs, stride if i == 0 else 1, kernel, dropped * len(blocks) / total))
                ins = outs
        self.blocks = nn.Sequential(*blocks)
        self.last = Layer(ins, WIDTH, 1, 1)

    def forward(self, x):
        return self.last(self.blocks(self.first(self.stem(x)))).mean((2, 3))

    def stages(self):
        """The blocks of each stage."""
        found = []
        for block in self.blocks:
            if not block.adds:
                found.append([])
            found[-1].append(block)
        return found

    def start_from(self, weights: dict, network: nn.Module, x: torch.Tensor):
        """Takes the published weights of the whole body. `x` are some pictures for `network`, whose body it is."""
        named = [("block0_conv0", self.stem), ("block0_conv1", self.first[0]), ("block0_conv2", self.first[1]), ("conv0", self.last)]
        named += [(f"block{i + 1}_conv{j}", layer) for i, block in enumerate(self.blocks) for j, layer in enumerate(block.layers)]
        unfold(network, [(layer, torch.tensor(weights[f"{name}_w"]), torch.tensor(weights[f"{name}_b"]).float()) for name, layer in named], x)

    def shorten(self, whole: "Lite"):
        """Takes the weights of a whole body, without the blocks that this one does not have."""
        for ours, theirs in ((self.stem, whole.stem), (self.first, whole.first), (self.last, whole.last)):
            ours.load_state_dict(theirs.state_dict())
        for blocks, kept, others in zip(self.stages(), SOME, whole.stages()):
            for block, i in zip(blocks, kept):
                block.load_state_dict(others[i].state_dict())


def in_integers(body: Lite) -> Lite:
    """A copy that computes in integers. `measure` must set its ranges."""
    whole = copy.deepcopy(body)
    for name, module in list(whole.named_modules()):
        if isinstance(module, Layer):
            parent, _, own = name.rpartition(".")
            setattr(whole.get_submodule(parent), own, WholeLayer(module))
    for block in whole.blocks:
        block.dropped = 0
    return whole


@torch.no_grad()
def measure(whole: Lite, body: Lite, x: torch.Tensor, share: float = 0.9999):
    """Sets the largest result of each layer in integers, so that nearly all are below it and the steps are fine.

    The blocks of a stage have the same steps: then adding two results is exact.
    """
    largest = {}

    def watch(module):
        def note(_, __, result):
            seen = result.float().abs().flatten()
            seen = seen[:: max(1, len(seen) // 1_000_000)][:1_000_000]
            largest[module] = max(largest.get(module, 0.5), float(torch.quantile(seen, share)))

        return module.register_forward_hook(note)

    hooks = [watch(module) for module in body.modules() if isinstance(module, (Layer, Block))]
    body.eval()(x)
    for hook in hooks:
        hook.remove()
    for name, module in body.named_modules():
        if isinstance(module, Layer):
            whole.get_submodule(name).most.fill_(min(largest[module], float("inf") if module.linear else 6.0))
    for ours, theirs in zip(whole.stages(), body.stages()):
        most = max(largest[module] for block in theirs for module in (block, block.layers[2]))
        for block in ours:
            block.layers[2].most.fill_(most)
