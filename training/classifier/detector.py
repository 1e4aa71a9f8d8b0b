"""The detector: a small network that finds faces of any size and at any angle, and the same network in integers.

It looks at a picture of 256 × 256 pixels with three grids of cells. For each cell it tells

| number | meaning |
|---|---|
| 0 | logit: the centre of a face is near this cell |
| 1, 2 | centre of the box, right of and below the centre of the cell, as a multiple of half the grid's usual box |
| 3 | logarithm of the side of the box, divided by the grid's usual box |
| 4, 5 | cosine and sine of the sideways tilt of the face |
"""

import torch
from torch import nn

from layers import Layer, WholeLayer, measured

SIZE = 256
NUMBERS = 6
# Cells along a side, the usual box, and the largest box that is taught to this grid. Boxes are fractions of the side of the picture.
GRIDS = [(32, 0.07, 0.11), (16, 0.18, 0.28), (8, 0.5, 9.0)]
STEM = 32
# Channels, stride and kernel of each pair of a depthwise and a pointwise convolution, up to the grid of the stage.
STAGES = [
    [(48, 1, 3), (48, 1, 3), (96, 2, 3), (96, 1, 5), (96, 1, 5), (96, 1, 5)],
    [(160, 2, 5), (160, 1, 5), (160, 1, 5), (160, 1, 5)],
    [(256, 2, 5), (256, 1, 5), (256, 1, 5)],
]


def stages():
    """The layers of each stage."""
    ins = STEM
    for number, pairs in enumerate(STAGES):
        layers = [Layer(3, STEM, 4, 4)] if number == 0 else []
        for outs, stride, kernel in pairs:
            layers += [Layer(ins, ins, kernel, stride, ins), Layer(ins, outs, 1, 1)]
            ins = outs
        yield nn.Sequential(*layers)


class FaceDetector(nn.Module):
    def __init__(self):
        super().__init__()
        self.stages = nn.ModuleList(stages())
        self.heads = nn.ModuleList(nn.Conv2d(pairs[-1][0], NUMBERS, 1) for pairs in STAGES)
        for head in self.heads:
            nn.init.normal_(head.weight, std=0.01)
            # Nearly all cells show no face.
            head.bias.data = torch.tensor([-4.0, 0, 0, 0, 1, 0])

    def forward(self, x):
        """N × cells × 6 numbers, the grids one after the other, each row by row."""
        results = []
        for stage, head in zip(self.stages, self.heads):
            x = stage(x)
            with torch.autocast(x.device.type, enabled=False):
                results.append(head(x.float()).permute(0, 2, 3, 1).flatten(1, 2))
        return torch.cat(results, 1)


class WholeDetector(FaceDetector):
    """The detector in whole numbers, up to its heads."""

    def __init__(self, detector: FaceDetector):
        nn.Module.__init__(self)
        self.stages = nn.ModuleList(nn.Sequential(*(WholeLayer(layer) for layer in stage)) for stage in detector.stages)
        self.heads = detector.heads

    def measure(self, x):
        """Sets the largest result of each layer."""
        for stage in self.stages:
            for layer in stage:
                x = measured(layer, x)


def cells(device) -> tuple[torch.Tensor, torch.Tensor]:
    """The centre of each cell, and the usual box of its grid."""
    centres, usual = [], []
    for count, box, _ in GRIDS:
        middle = (torch.arange(count, device=device) + 0.5) / count
        y, x = torch.meshgrid(middle, middle, indexing="ij")
        centres.append(torch.stack([x.flatten(), y.flatten()], 1))
        usual.append(torch.full((count * count,), box, device=device))
    return torch.cat(centres), torch.cat(usual)


def squares(numbers: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """The probability of each cell, and its square: x, y, box, angle. All but the angle are fractions of the side of the picture."""
    centres, usual = cells(numbers.device)
    place = centres + numbers[..., 1:3] * usual[:, None] / 2
    box = usual * torch.exp(numbers[..., 3].clamp(-4, 4))
    angle = torch.atan2(numbers[..., 5], numbers[..., 4])
    return torch.sigmoid(numbers[..., 0]), torch.cat([place, box[..., None], angle[..., None]], -1)


def load(path, device) -> FaceDetector:
    """Loads a trained detector. Its weights show whether it is an integer network."""
    state = torch.load(path, map_location=device)
    detector = FaceDetector()
    if "stages.0.0.most" in state:
        detector = WholeDetector(detector)
    detector.load_state_dict(state)
    return detector.to(device).to(memory_format=torch.channels_last).eval()
