"""Trains the detector for a given time.

    python3 train_detector.py DATA OUT --minutes 6
    python3 train_detector.py DATA OUT --minutes 2 --whole --from D.pt       the integer version

DATA has pictures.npy and labels.json with squares (blazeface.py), and things.npy. OUT.pt receives the mean of the last weights.
"""

import argparse
from pathlib import Path

import torch
import torch.nn.functional as F

import loop
from composites import Composites
from detector import GRIDS, FaceDetector, WholeDetector, cells, load, squares
from labels import read, read_things

BATCH = 256


def grid_of(box):
    """The index of the grid that is taught a box of this size."""
    return sum((box > largest).long() for _, _, largest in GRIDS[:-1])


def targets(square, marks, centres, usual, grids):
    """For each cell: 1 where the centre of a face is near, −1 where nothing is taught, else 0; and the face that it shows."""
    distance = (square[:, :, None, :2] - centres).norm(dim=3)
    box = square[:, :, None, 2]
    own_grid = grid_of(box) == grids
    # A neighbouring grid may answer, too, or not: boxes near the border of two grids suit both.
    near_border = (torch.log(box / usual).abs() < 0.75) & ~own_grid
    reach = 0.18 * box.clamp(max=0.5)
    closest = distance == torch.where(own_grid, distance, torch.inf).min(2, keepdim=True).values
    shows = own_grid & ((distance < reach) | closest) & (marks == 1)[:, :, None]
    unsure = ((own_grid | near_border) & (distance < 2.2 * reach) & (marks == 1)[:, :, None]) | ((distance < 0.45 * box) & (marks == -1)[:, :, None])
    # Of several faces at one cell, the closest one.
    which = torch.where(shows, distance / box, torch.inf).argmin(1)
    kind = torch.where(shows.any(1), 1.0, torch.where(unsure.any(1), -1.0, 0.0))
    return kind, which


def loss_of(numbers, square, marks, cell):
    centres, usual, grids = cell
    kind, which = targets(square, marks, centres, usual, grids)
    score = numbers[..., 0]
    positive = kind == 1
    share = torch.sigmoid(score)
    # Cells that are right and sure count little: nearly all cells are easy.
    missed = torch.where(positive, 1 - share, share) ** 2
    cost = F.binary_cross_entropy_with_logits(score, positive.float(), reduction="none") * missed * (kind >= 0)
    count = positive.sum().clamp_min(1)
    face = square.gather(1, which[..., None].expand(-1, -1, 4))
    place = (face[..., :2] - centres) / (usual[:, None] / 2)
    size = torch.log((face[..., 2] / usual).clamp_min(1e-3))
    direction = torch.stack([torch.cos(face[..., 3]), torch.sin(face[..., 3])], -1)
    # Errors of place matter in relation to the box.
    relative = (usual / face[..., 2].clamp_min(1e-3))[..., None] / 2
    off = F.smooth_l1_loss(numbers[..., 1:3] * relative, place * relative, reduction="none", beta=0.02).sum(-1)
    off = off + F.smooth_l1_loss(numbers[..., 3], size, reduction="none", beta=0.05)
    off = off + 0.3 * F.smooth_l1_loss(numbers[..., 4:], direction, reduction="none", beta=0.1).sum(-1)
    return (cost.sum() * 4 + 2 * (off * positive).sum()) / count


@torch.no_grad()
def report(detector, drawn) -> dict:
    """Faces found and their errors, and squares where no face is, on composites of held-out pictures."""
    found, errors, wrong, pictures, by_size = [], [], 0, 0, {}
    for x, square, marks in drawn:
        score, seen = squares(detector(x).float())
        far = torch.full_like(score, torch.inf)
        for slot in range(square.shape[1]):
            face = square[:, slot, None]
            off = (seen[..., :2] - face[..., :2]).norm(dim=2) / face[..., 2].clamp_min(1e-3)
            far = torch.minimum(far, torch.where((marks[:, slot] != 0)[:, None], off, torch.inf))
            here = marks[:, slot] == 1
            fits = (off < 0.35) & ((seen[..., 2] / face[..., 2].clamp_min(1e-3)).log().abs() < 0.5)
            best, at = torch.where(fits, score, 0).max(1)
            rows = here.nonzero()[:, 0]
            told = seen[rows, at[rows]]
            good = best[rows] > 0.3
            found.append(good)
            box = square[rows, slot, 2]
            for name, low, high in (("tiny", 0, 0.08), ("small", 0.08, 0.2), ("middle", 0.2, 0.5), ("large", 0.5, 9)):
                part = (box >= low) & (box < high)
                by_size.setdefault(name, []).append(good[part])
            turn = told[:, 3] - square[rows, slot, 3]
            errors.append(torch.stack([off[rows, at[rows]], (told[:, 2] / box).log().abs(), torch.atan2(turn.sin(), turn.cos()).abs()], 1)[good])
        wrong += int(((score > 0.3) & (far > 0.6)).any(1).sum())
        pictures += len(x)
    error = torch.cat(errors)
    return {
        "found": round(100 * float(torch.cat(found).float().mean()), 2),
        **{name: round(100 * float(torch.cat(parts).float().mean()), 1) for name, parts in by_size.items()},
        "off": [round(float(v), 4) for v in error.mean(0)] if len(error) else None,
        "pictures with a wrong square": round(100 * wrong / pictures, 2),
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--from", dest="origin", type=Path, help="a detector to begin with")
    parser.add_argument("--whole", action="store_true", help="train in whole numbers")
    options = loop.options_of(parser, rate=2e-3)
    batch = 8 if options.small else BATCH
    device = options.device
    say = loop.Log(options.out)
    pictures, labels = read(options.data, device, others=False)
    things, of_things = read_things(options.data, device)
    of_use = {use: [i for i, row in enumerate(of_things) if row["use"] == use] for use in ("train", "choose")}

    def composites(faces, use):
        return Composites(pictures, labels.square, faces[labels.alone[faces]], things, torch.tensor(of_use[use], device=device))

    batches, held = composites(labels.train_faces, "train"), composites(labels.choose_faces, "choose")
    say("faces", len(batches.usable), "things", len(batches.usable_things), "held out", len(held.usable), len(held.usable_things))
    torch.manual_seed(7)
    drawn = [held.draw(batch) for _ in range(8 if device == "cuda" else 1)]
    torch.manual_seed(options.seed)
    centres, usual = cells(device)
    grids = torch.cat([torch.full((count * count,), i, device=device) for i, (count, _, _) in enumerate(GRIDS)])
    cell = centres, usual, grids

    network = load(options.origin, device) if options.origin else FaceDetector().to(device).to(memory_format=torch.channels_last)
    if options.whole and not isinstance(network, WholeDetector):
        say("before", report(network, drawn))
        network = WholeDetector(network).to(device).to(memory_format=torch.channels_last)
        network.measure(batches.draw(batch)[0])
    large = [p for p in network.parameters() if p.ndim > 1]
    small = [p for p in network.parameters() if p.ndim <= 1]
    optimizer = torch.optim.AdamW([{"params": large, "weight_decay": 0.02}, {"params": small, "weight_decay": 0.0}], lr=options.rate, betas=(0.9, 0.99))

    def loss_of_batch(forward):
        x, square, marks = batches.draw(batch)
        with torch.autocast(device, dtype=torch.bfloat16, enabled=device == "cuda" and not options.whole):
            numbers = forward(x)
        return loss_of(numbers.float(), square, marks, cell), len(x)

    loop.run(options, network, optimizer, loss_of_batch, lambda mean, short: report(mean, drawn), say)


if __name__ == "__main__":
    main()
