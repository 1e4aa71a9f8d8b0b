"""The input of the network: a square around the face, cropped as in the classifier, with augmentation for training."""

import math

import torch
import torch.nn.functional as F

# The square that is cut out, as a multiple of the detector's box. `packages/mills/src/classifier/face-network.ts` uses the same.
SIDE = 1.45


def jitter(square: torch.Tensor, times: float = 1.0) -> torch.Tensor:
    """Moves, resizes and tilts squares by about the error of the detector, or a multiple of it."""
    n, device = len(square), square.device

    def noise(deviation):
        return torch.randn(n, device=device) * deviation * times

    x, y, box, angle = square.unbind(1)
    return torch.stack(
        [x + noise(0.03) * box, y + noise(0.03) * box, box * torch.exp(noise(0.07)), angle + noise(0.07)], 1
    )


def cut(pictures, index, square, size, mirrored=None, rim="zeros") -> torch.Tensor:
    """The squares as N × 3 × size × size numbers from 0 to 255, sampled as `sample.ts` does."""
    square = square.float()
    frame = pictures[index].permute(0, 3, 1, 2).half() if pictures.is_cuda else pictures[index].permute(0, 3, 1, 2).float()
    side = square[:, 2] * SIDE
    cos, sin = torch.cos(square[:, 3]) * side, torch.sin(square[:, 3]) * side
    sign = 1.0 if mirrored is None else torch.where(mirrored, -1.0, 1.0)
    matrix = torch.stack(
        [
            torch.stack([cos * sign, -sin, 2 * square[:, 0] - 1], 1),
            torch.stack([sin * sign, cos, 2 * square[:, 1] - 1], 1),
        ],
        1,
    )
    grid = F.affine_grid(matrix, (len(square), 3, size, size), align_corners=False)
    return F.grid_sample(frame, grid.to(frame.dtype), mode="bilinear", padding_mode=rim, align_corners=False)


def as_input(bytes_: torch.Tensor) -> torch.Tensor:
    """Numbers from 0 to 255 scaled for the network: (byte − 128) / 128, so that zero is also a byte."""
    return (bytes_.float().round().clamp(0, 255) - 128) / 128


def plain(pictures, labels, index, size) -> torch.Tensor:
    """The squares as in the classifier."""
    x = cut(pictures, index, labels.seen[index], size)
    return as_input(x).contiguous(memory_format=torch.channels_last)


def varied(pictures, index, square, size, mirrored) -> torch.Tensor:
    """The squares with other light, colours, sharpness, noise, compression and hidden parts."""
    rim = ["zeros", "zeros", "border", "reflection"][int(torch.randint(4, ()))]
    x = cut(pictures, index, square, size, mirrored, rim).float() / 255
    x = _hide(_compress(_soften(_colour(x), size)))
    return as_input(x * 255).contiguous(memory_format=torch.channels_last)


def _between(n, device, low, high):
    return torch.rand(n, 1, 1, 1, device=device) * (high - low) + low


def _sometimes(values, share, otherwise):
    keep = torch.rand(len(values), 1, 1, 1, device=values.device) < share
    return torch.where(keep, values, torch.full_like(values, otherwise))


def _colour(x):
    n, device = len(x), x.device
    weights = torch.tensor([0.299, 0.587, 0.114], device=device).view(1, 3, 1, 1)
    grey = (x * weights).sum(1, keepdim=True)
    saturation = _between(n, device, 0.4, 1.5)
    saturation = torch.where(torch.rand_like(saturation) < 0.08, torch.zeros_like(saturation), saturation)
    x = grey + (x - grey) * saturation
    x = x * (1 + 0.08 * torch.randn(n, 3, 1, 1, device=device))
    mean = x.mean((1, 2, 3), keepdim=True)
    x = (x - mean) * _between(n, device, 0.6, 1.4) + mean * _between(n, device, 0.6, 1.4)
    return x.clamp(1e-4, 1) ** torch.exp(_between(n, device, -0.35, 0.35))


def _soften(x, size):
    n, device = len(x), x.device
    width = 3 if torch.rand(()) < 0.5 else 5
    blurred = x
    for _ in range(2):
        blurred = F.avg_pool2d(F.pad(blurred, (width // 2,) * 4, mode="replicate"), width, 1)
    # From blurred (-1) to sharpened (0.9).
    x = x + _sometimes(_between(n, device, -1, 0.9), 0.5, 0.0) * (x - blurred)
    x = x + _sometimes(_between(n, device, 0, 0.06), 0.3, 0.0) * torch.randn_like(x)
    # Some simulate enlarged small pictures.
    few = n // 8
    small = int(torch.randint(size // 5, int(size * 0.8), ()))
    less = F.interpolate(x[:few], size=(small, small), mode="bilinear", antialias=True, align_corners=False)
    again = F.interpolate(less, size=(size, size), mode="bilinear", align_corners=False)
    return torch.cat([again, x[few:]])


def _cosines(device):
    k = torch.arange(8, device=device)
    basis = torch.cos((2 * k[None] + 1) * k[:, None] * math.pi / 16) * math.sqrt(2 / 8)
    basis[0] /= math.sqrt(2)
    return basis


def _compress(x):
    """The blocks of JPEG, on a fifth of the pictures; every channel by the table for brightness."""
    n, _, height, width = x.shape
    few = n // 5
    if few == 0:
        return x
    device = x.device
    basis = _cosines(device)
    u = torch.arange(8, device=device)
    # About the usual table: coarser for finer waves.
    table = (10 + 5.5 * (u[:, None] + u[None])).view(1, 1, 1, 8, 1, 8) / 255
    strength = torch.exp(torch.rand(few, 1, 1, 1, 1, 1, device=device) * 2.3 - 1)
    blocks = x[-few:].reshape(few, 3, height // 8, 8, width // 8, 8)
    waves = torch.einsum("ui,ncaibj,vj->ncaubv", basis, blocks, basis)
    step = table * strength
    waves = torch.round(waves / step) * step
    coarse = torch.einsum("ui,ncaubv,vj->ncaibj", basis, waves, basis).reshape(few, 3, height, width)
    return torch.cat([x[:-few], coarse.clamp(0, 1)])


def _hide(x):
    n, _, height, width = x.shape
    device = x.device

    def one(low, high, scale):
        return (torch.rand(n, 1, 1, device=device) * (high - low) + low) * scale

    y, x_, half_height, half_width = one(0, 1, height), one(0, 1, width), one(0.05, 0.27, height), one(0.05, 0.27, width)
    rows = torch.arange(height, device=device).view(1, height, 1)
    columns = torch.arange(width, device=device).view(1, 1, width)
    hidden = (torch.rand(n, 1, 1, device=device) < 0.3) & ((rows - y).abs() < half_height) & ((columns - x_).abs() < half_width)
    return torch.where(hidden[:, None], torch.rand(n, 3, 1, 1, device=device), x)
