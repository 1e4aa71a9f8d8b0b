"""Trains the detector for a given time.

    python3 train_detector.py DATA OUT --minutes 6
    python3 train_detector.py DATA OUT --minutes 2 --whole --from D.pt       the integer version

DATA has pictures.npy and labels.json with squares (blazeface.py), and things.npy. OUT.pt receives the mean of the last weights.
"""

import argparse
import copy
import math
import time
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F

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
    parser.add_argument("--minutes", type=float, default=6)
    parser.add_argument("--steps", type=int, default=0, help="stop after so many steps instead")
    parser.add_argument("--from", dest="origin", type=Path, help="a detector to begin with")
    parser.add_argument("--whole", action="store_true", help="train in whole numbers")
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--small", action="store_true", help="small batches, for tests")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--compile", action="store_true")
    parser.add_argument("--device", default="cuda")
    options = parser.parse_args()
    batch = 8 if options.small else BATCH
    torch.manual_seed(options.seed)
    np.random.seed(options.seed)
    torch.backends.cudnn.benchmark = True
    torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = True
    device = options.device
    log = open(f"{options.out}.log", "a")

    def say(*words):
        line = " ".join(str(word) for word in words)
        print(f"[{options.out.name}] {line}", flush=True)
        print(line, file=log, flush=True)

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
    mean = copy.deepcopy(network).eval()
    large = [p for p in network.parameters() if p.ndim > 1]
    small = [p for p in network.parameters() if p.ndim <= 1]
    optimizer = torch.optim.AdamW([{"params": large, "weight_decay": 0.02}, {"params": small, "weight_decay": 0.0}], lr=options.rate, betas=(0.9, 0.99))
    forward = torch.compile(network, dynamic=False) if options.compile else network

    step, begun, next_report, seen = 0, None, 0.34, []
    while True:
        if step == 5:  # compiling is not counted
            torch.cuda.synchronize() if device == "cuda" else None
            begun = time.time()
        passed = 0 if begun is None else (time.time() - begun) / 60
        progress = step / options.steps if options.steps else passed / options.minutes
        if progress >= 1:
            break
        rate = options.rate * min(1, progress / 0.04 + 1e-3) * (0.5 * (1 + math.cos(math.pi * progress)) * 0.999 + 0.001)
        for group in optimizer.param_groups:
            group["lr"] = rate
        network.train()
        x, square_, marks = batches.draw(batch)
        with torch.autocast(device, dtype=torch.bfloat16, enabled=device == "cuda" and not options.whole):
            numbers = forward(x)
        loss = loss_of(numbers.float(), square_, marks, cell)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 2.0)
        optimizer.step()
        step += 1
        keep = min(0.9995, (1 + step) / (20 + step))
        with torch.no_grad():
            pairs = [(m, n) for m, n in zip(mean.state_dict().values(), network.state_dict().values()) if m.is_floating_point()]
            torch._foreach_mul_([m for m, _ in pairs], keep)
            torch._foreach_add_([m for m, _ in pairs], [n for _, n in pairs], alpha=1 - keep)
        seen.append(loss.detach())
        if step in (10, 50, 200) or step % 1000 == 0:
            speed = (step - 5) * len(x) / (time.time() - begun) if begun and step > 5 else 0
            say("step", step, "loss", round(float(torch.stack(seen).mean()), 4), "pictures/s", round(speed))
            seen = []
        if progress >= next_report and device == "cuda":
            next_report += 0.33
            say(report(mean, drawn))
            torch.save(mean.state_dict(), f"{options.out}.pt")
    torch.save(mean.state_dict(), f"{options.out}.pt")
    say("end: steps", step, report(mean, drawn))


if __name__ == "__main__":
    main()
