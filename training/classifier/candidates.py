"""What the detector finds: in pictures without a face, and in pictures of a face.

    python3 candidates.py DATA DETECTOR.pt

Writes DATA/others.npy and others.json, squares that the face network must tell from faces, and adds `seen` to labels.json.
"""

import json
import math
import sys
from pathlib import Path

import numpy as np
import torch

import detector
from labels import read, read_things
from pictures import FRAME
from views import SIDE, as_input, cut

# A crop is larger than the input of the network, so that squares can be moved within it.
BOX_IN_FRAME = 0.62
# The best squares of a picture that are taken, and the lowest score of one.
MOST, LEAST = 3, 0.03


def views(count: int, device) -> list[torch.Tensor]:
    """The whole picture, the picture turned by quarters, and a part of half the side."""
    whole = torch.tensor([0.5, 0.5, 1.0, 0.0], device=device).repeat(count, 1)
    turned = whole.clone()
    turned[:, 3] = math.pi / 2 * torch.randint(1, 4, (count,), device=device)
    part = torch.cat([torch.rand(count, 2, device=device) * 0.5 + 0.25, torch.full((count, 1), 0.5, device=device), torch.zeros(count, 1, device=device)], 1)
    return [whole, turned, part]


def in_picture(view: torch.Tensor, seen: torch.Tensor) -> torch.Tensor:
    """Squares within a view as squares of the picture."""
    side, angle = view[:, None, 2], view[:, None, 3]
    right, down = (seen[..., 0] - 0.5) * side, (seen[..., 1] - 0.5) * side
    x = view[:, None, 0] + right * angle.cos() - down * angle.sin()
    y = view[:, None, 1] + right * angle.sin() + down * angle.cos()
    return torch.stack([x, y, seen[..., 2] * side, seen[..., 3] + angle], -1)


@torch.no_grad()
def candidates(find, things, rows):
    """The best squares of each picture, without those that overlap a better one: scores and squares."""
    scores, squares = [], []
    for view in views(len(rows), things.device):
        x = as_input(cut(things, rows, view * torch.tensor([1, 1, 1 / SIDE, 1], device=things.device), detector.SIZE))
        score, seen = find(x)
        scores.append(score)
        squares.append(in_picture(view, seen))
    score, square = torch.cat(scores, 1), torch.cat(squares, 1)
    kept = []
    for _ in range(MOST):
        best, at = score.max(1)
        chosen = square[torch.arange(len(rows), device=score.device), at]
        kept.append((best, chosen))
        near = (square[..., :2] - chosen[:, None, :2]).norm(dim=2) < 0.4 * torch.minimum(square[..., 2], chosen[:, None, 2])
        score = torch.where(near, 0, score)
    return torch.stack([best for best, _ in kept], 1), torch.stack([chosen for _, chosen in kept], 1)


@torch.no_grad()
def find_faces(find, data: Path, device: str):
    """Adds to each label the square of the face as the classifier gets it: the mean of the cells that see it."""
    pictures, _ = read(data, device, others=False)
    rows_of = json.loads((data / "labels.json").read_text())
    whole = torch.tensor([0.5, 0.5, 1 / SIDE, 0.0], device=device)
    found = 0
    for rows in torch.arange(len(pictures), device=device).split(256):
        score, square = find(as_input(cut(pictures, rows, whole.expand(len(rows), 4), detector.SIZE)))
        score = score * ((square[..., :2] - 0.5).norm(dim=2) < 0.3) * (square[..., 2] > 0.3)
        best, at = score.max(1)
        chosen = square[torch.arange(len(rows), device=device), at][:, None]
        near = (square[..., :2] - chosen[..., :2]).norm(dim=2) < 0.3 * chosen[..., 2]
        turn = (square[..., 3] - chosen[..., 3]).cos() > 0.5
        weight = score * near * turn * (score > 0.2)
        weight = (weight / weight.sum(1, keepdim=True).clamp_min(1e-9))[..., None]
        angle = torch.atan2((weight[..., 0] * square[..., 3].sin()).sum(1), (weight[..., 0] * square[..., 3].cos()).sum(1))
        seen = torch.cat([(weight * square[..., :3]).sum(1), angle[:, None]], 1).cpu().numpy().round(4).tolist()
        for row, one, sure in zip(rows.tolist(), seen, (best > 0.25).tolist()):
            rows_of[row]["seen"] = one if sure else None
            found += sure
    (data / "labels.json").write_text(json.dumps(rows_of))
    print(f"{len(rows_of)} pictures of a face, found in {found}")


def main(data: Path, path: Path, device: str):
    torch.manual_seed(1)
    network = detector.load(path, device)

    def find(x):
        return detector.squares(network(x).float())

    find_faces(find, data, device)
    things, labels = read_things(data, device)
    pictures, rows_of = [], []
    usable = torch.tensor([i for i, row in enumerate(labels) if row["use"] in ("train", "choose")], device=device)
    found = 0
    for rows in usable.split(256):
        score, square = candidates(find, things, rows)
        random = torch.rand(len(rows), 1, 4, device=device)
        random[..., 2] = random[..., 2] * 0.6 + 0.2
        random[..., 3] = 0
        keep = torch.cat([(score > LEAST) & (square[..., 2] > 0.04) & (square[..., 2] < 2), torch.rand(len(rows), 1, device=device) < 0.4], 1)
        found += int(keep[:, :MOST].sum())
        square = torch.cat([square, random], 1)[keep]
        index = rows[:, None].expand(-1, MOST + 1)[keep]
        square[:, 2] /= BOX_IN_FRAME * SIDE
        pictures.append(cut(things, index, square, FRAME).float().round().clamp(0, 255).byte().permute(0, 2, 3, 1).contiguous().cpu().numpy())
        rows_of += [{"file": labels[i]["file"], "use": labels[i]["use"], "square": [0.5, 0.5, BOX_IN_FRAME, 0.0]} for i in index.tolist()]
    np.save(data / "others.npy", np.concatenate(pictures))
    (data / "others.json").write_text(json.dumps(rows_of))
    print(f"{len(usable)} pictures, {len(rows_of)} squares, {found} of them candidates")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(Path(sys.argv[1]), Path(sys.argv[2]), "cuda" if torch.cuda.is_available() else "cpu")
