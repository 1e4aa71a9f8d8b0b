"""Pictures for the detector: faces and other things, pasted on pictures without a face.

The place of every face is known, whatever its size and angle. Other things are pasted in the same way, so that the edges of what
is pasted tell nothing.
"""

import math

import torch
import torch.nn.functional as F

from views import _between, _colour, _compress, _soften, as_input

SIZE = 256
# How many things are pasted at most.
SLOTS = 4
# The smallest and the largest box of a face, as a fraction of the side of the picture.
SMALLEST, LARGEST = 0.045, 1.2


class Sheet:
    """Square pictures. Small objects are averaged before they are drawn."""

    def __init__(self, pictures: torch.Tensor):
        self.pictures = pictures

    def render(self, index, middle, side, angle, mirrored, rim, change=None) -> torch.Tensor:
        """Each picture in a frame: its centre at `middle`, its side as a fraction of the frame's, tilted clockwise.

        `change` is applied to the pictures first.
        """
        frame = self.pictures[index].permute(0, 3, 1, 2).float()
        if change:
            change(frame)
        frame = frame / 255
        cos, sin = torch.cos(angle) / side, torch.sin(angle) / side
        sign = torch.where(mirrored, -1.0, 1.0)
        x, y = middle[:, 0] * 2 - 1, middle[:, 1] * 2 - 1
        matrix = torch.stack(
            [
                torch.stack([cos * sign, sin * sign, -(cos * x + sin * y) * sign], 1),
                torch.stack([-sin, cos, sin * x - cos * y], 1),
            ],
            1,
        )
        grid = F.affine_grid(matrix, (len(index), 3, SIZE, SIZE), align_corners=False)
        result = torch.empty(len(index), 3, SIZE, SIZE, device=frame.device)
        # The mean of blocks first, as `sample.ts` does, or small objects get rough edges.
        block = (frame.shape[3] / (side * SIZE)).clamp(1, 16).log2().floor().long()
        for power in range(5):
            rows = (block == power).nonzero()[:, 0]
            if len(rows):
                less = F.avg_pool2d(frame[rows], 2**power)
                result[rows] = F.grid_sample(less, grid[rows], mode="bilinear", padding_mode=rim, align_corners=False)
        return result


def put_masks_on(frame, square, share=0.05):
    """Covers mouth and nose of some faces, as a medical mask does. `frame` has numbers from 0 to 255, `square` where the faces are."""
    device, side = frame.device, frame.shape[3]
    rows = (torch.rand(len(square), device=device) < share).nonzero()[:, 0]
    n = len(rows)
    if n == 0:
        return
    x, y, box, angle = (value.view(n, 1, 1, 1) for value in square[rows].float().unbind(1))
    axis = (torch.arange(side, device=device) + 0.5) / side
    dx, dy = axis.view(1, 1, 1, side) - x, axis.view(1, 1, side, 1) - y
    right = (dx * torch.cos(angle) + dy * torch.sin(angle)) / box
    down = (dy * torch.cos(angle) - dx * torch.sin(angle)) / box
    top = _between(n, device, -0.1, 0.08)
    middle, height = (top + 0.66) / 2, (0.66 - top) / 2
    edge = (right / _between(n, device, 0.38, 0.52)).abs() ** 4 + ((down - middle) / height).abs() ** 4
    # White and light blue are frequent, and so is black.
    colour = torch.rand(n, 3, 1, 1, device=device)
    light = torch.tensor([0.85, 0.93, 0.97], device=device).view(1, 3, 1, 1) * _between(n, device, 0.75, 1.0)
    dark = _between(n, device, 0.03, 0.2).expand(-1, 3, -1, -1)
    kind = torch.rand(n, 1, 1, 1, device=device)
    colour = torch.where(kind < 0.55, light, torch.where(kind < 0.75, dark, colour))
    folds = 1 - 0.15 * right.abs() + _between(n, device, 0, 0.06) * torch.sin(down * _between(n, device, 10, 60))
    frame[rows] = torch.where(edge < 1, (255 * colour * folds).clamp(0, 255), frame[rows].float()).to(frame.dtype)


def _mask(square, kind, side):
    """How much of an object is seen at each pixel: the whole picture, or an ellipse around the face, with hard or soft edges.

    `square` is the face in the frame, `side` the side of the object's picture.
    """
    device = square.device
    axis = (torch.arange(SIZE, device=device) + 0.5) / SIZE
    dx = axis[None, None, :] - square[:, 0, None, None]
    dy = axis[None, :, None] - square[:, 1, None, None]
    cos, sin = torch.cos(square[:, 3])[:, None, None], torch.sin(square[:, 3])[:, None, None]
    right, down = dx * cos + dy * sin, dy * cos - dx * sin
    width = side[:, None, None]
    box = square[:, 2, None, None]
    rectangle = 1 - torch.maximum(right.abs(), down.abs()) / (width / 2)
    n = len(square)
    wide = _between(n, device, 0.62, 0.95)[:, 0]
    high = _between(n, device, 0.8, 1.15)[:, 0]
    ellipse = 1 - torch.sqrt((right / (box * wide)) ** 2 + ((down + 0.12 * box) / (box * high)) ** 2)
    # Neither is larger than the object's own picture.
    ellipse = torch.minimum(ellipse, rectangle * 4)
    distance = torch.where((kind == 0)[:, None, None], rectangle, ellipse)
    soft = torch.exp(_between(n, device, math.log(0.01), math.log(0.4)))[:, 0]
    return (distance / soft).clamp(0, 1)[:, None]


class Composites:
    """Draws batches. `faces`: N × 224 × 224 × 3 bytes with their squares; `things`: pictures without a face, M × 320 × 320 × 3."""

    def __init__(self, faces, square, usable, things, usable_things):
        self.faces, self.things = Sheet(faces), Sheet(things)
        self.square, self.usable, self.usable_things = square, usable, usable_things

    def draw(self, count: int):
        """N × 3 × 256 × 256 numbers from −1 to 1, N × K × 4 squares, and N × K marks: 1 a face, 0 nothing, −1 ignore."""
        device = self.square.device
        x = self._background(count, device)
        squares = torch.zeros(count, SLOTS, 4, device=device)
        marks = torch.zeros(count, SLOTS, device=device)
        # Some pictures show one large face, as portraits do. Others show several things.
        portrait = torch.rand(count, device=device) < 0.35
        how_many = torch.randint(0, SLOTS + 1, (count,), device=device)
        for slot in range(SLOTS):
            rows = (torch.where(portrait, slot == 0, slot < how_many)).nonzero()[:, 0]
            is_face = (torch.rand(len(rows), device=device) < 0.7) | portrait[rows]
            self._paste(x, squares, marks, rows[is_face], slot, portrait, face=True)
            self._paste(x, squares, marks, rows[~is_face], slot, portrait, face=False)
        x = _compress(_soften(_colour(x), SIZE))
        return as_input(x * 255).contiguous(memory_format=torch.channels_last), squares, marks

    def _background(self, count, device):
        """A picture without a face, enlarged or not, or one colour."""
        index = self.usable_things[torch.randint(len(self.usable_things), (count,), device=device)]
        side = torch.exp(torch.rand(count, device=device) * 1.6 - 0.3)
        middle = 0.5 + (torch.rand(count, 2, device=device) - 0.5) * 0.6 * side[:, None]
        angle = torch.randn(count, device=device) * 0.15 + math.pi / 2 * torch.randint(0, 4, (count,), device=device) * (torch.rand(count, device=device) < 0.2)
        mirrored = torch.rand(count, device=device) < 0.5
        rim = ["zeros", "border", "reflection"][int(torch.randint(3, ()))]
        x = self.things.render(index, middle, side, angle, mirrored, rim)
        plain = torch.rand(count, 1, 1, 1, device=device) < 0.12
        return torch.where(plain, torch.rand(count, 3, 1, 1, device=device), x)

    def _paste(self, x, squares, marks, rows, slot, portrait, face):
        n, device = len(rows), x.device
        if n == 0:
            return
        sheet = self.faces if face else self.things
        pool = self.usable if face else self.usable_things
        index = pool[torch.randint(len(pool), (n,), device=device)]
        # Where the face is in its own picture. A thing has its middle there.
        own = self.square[index] if face else torch.tensor([0.5, 0.5, 0.6, 0.0], device=device).expand(n, 4)
        large = portrait[rows]
        low = torch.where(large, math.log(0.25), math.log(SMALLEST))
        high = torch.where(large, math.log(LARGEST), math.log(0.55))
        box = torch.exp(low + (high - low) * torch.rand(n, device=device))
        side = box / own[:, 2]
        # Half of the faces stand upright or nearly so, the others at any angle.
        upright = torch.rand(n, device=device) < 0.5
        turn = torch.where(upright, torch.randn(n, device=device) * 0.2, torch.rand(n, device=device) * 2 * math.pi)
        mirrored = torch.rand(n, device=device) < 0.5
        sign = torch.where(mirrored, -1.0, 1.0)
        room = torch.where(box > 0.7, 0.15, 0.5 - box * 0.2)[:, None]
        centre = 0.5 + (torch.rand(n, 2, device=device) * 2 - 1) * room
        cos, sin = torch.cos(turn), torch.sin(turn)
        dx, dy = (own[:, 0] - 0.5) * sign * side, (own[:, 1] - 0.5) * side
        middle = centre - torch.stack([dx * cos - dy * sin, dx * sin + dy * cos], 1)
        square = torch.stack([centre[:, 0], centre[:, 1], box, own[:, 3] * sign + turn], 1)
        # A reflection would show the face again.
        rim = ["zeros", "border", "border" if face else "reflection"][int(torch.randint(3, ()))]
        seen = sheet.render(index, middle, side, turn, mirrored, rim, change=(lambda frame: put_masks_on(frame, own)) if face else None)
        seen = (seen * _between(n, device, 0.75, 1.25) + _between(n, device, -0.08, 0.08)).clamp(0, 1)
        kind = torch.randint(0, 3, (n,), device=device)
        # A portrait often fills the frame, with whatever is beside it. Then nothing of the background is seen.
        on_its_own = large & (torch.rand(n, device=device) < 0.5)
        of_picture = torch.cat([middle, side[:, None], turn[:, None]], 1)
        place = torch.where((kind == 0)[:, None], of_picture, square)
        mask = _mask(place, kind, side)
        mask = torch.where(on_its_own[:, None, None, None], torch.ones_like(mask), mask)
        x[rows] = x[rows] * (1 - mask) + seen * mask
        # A face that is covered by a later object is neither a face nor none.
        for before in range(slot):
            hidden = _covered(squares[rows, before], mask)
            covered = (marks[rows, before] == 1) & (hidden > 0.25)
            marks[rows[covered], before] = torch.where(hidden[covered] > 0.9, 0.0, -1.0)
        squares[rows, slot] = square
        marks[rows, slot] = 1.0 if face else 0.0


def _covered(square, mask):
    """The share of each square that a mask covers, by 25 points of it."""
    steps = torch.linspace(-0.4, 0.4, 5, device=square.device)
    across, down = torch.meshgrid(steps, steps, indexing="xy")
    points = square[:, None, :2] + torch.stack([across.flatten(), down.flatten()], 1)[None] * square[:, None, 2:3]
    grid = points[:, None] * 2 - 1
    return F.grid_sample(mask, grid, mode="nearest", padding_mode="border", align_corners=False)[:, 0, 0].mean(1)
