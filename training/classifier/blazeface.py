"""The squares of faces. FairFace's pictures have the face in the middle, always in the same size; BlazeFace finds its tilt.

    python3 blazeface.py convert BLAZEFACE.onnx OUT.pt     as a file that PyTorch reads
    python3 blazeface.py squares DATA BLAZEFACE.pt         finds the face in each picture of DATA

README.md says where BLAZEFACE.onnx is.
"""

import json
import sys
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F

from labels import USUAL_BOX
from views import SIDE, cut

INPUT = 256
SAME_FACE = 0.3
# A view of the whole picture, and one with a wide border: BlazeFace misses faces that fill the picture.
VIEWS = (1.0, 1.6)


def convert(model) -> dict:
    """An ONNX graph as plain lists and tensors."""
    from onnx import helper, numpy_helper

    def value(attribute):
        found = helper.get_attribute_value(attribute)
        return found.decode() if isinstance(found, bytes) else list(found) if not isinstance(found, (int, float)) else found

    nodes = [(n.op_type, list(n.input), list(n.output), {a.name: value(a) for a in n.attribute}) for n in model.graph.node]
    return {"nodes": nodes, "weights": {i.name: torch.tensor(numpy_helper.to_array(i)) for i in model.graph.initializer}}


class BlazeFace:
    """Runs the graph on many pictures at once."""

    def __init__(self, path, device):
        graph = torch.load(path, map_location=device)
        self.nodes, self.weights = graph["nodes"], graph["weights"]
        self.last_use = {name: at for at, (_, inputs, _, _) in enumerate(self.nodes) for name in inputs}

    @torch.no_grad()
    def __call__(self, pixels):
        """The logits (N × 896) and the boxes and points (N × 896 × 16) of N × 256 × 256 × 3 numbers from −1 to 1."""
        values = {**self.weights, "pixels": pixels}
        for at, (operator, inputs, outputs, attributes) in enumerate(self.nodes):
            values[outputs[0]] = self._node(operator, [values[name] for name in inputs if name], attributes, len(pixels))
            for name in inputs:
                if self.last_use[name] == at:
                    values.pop(name, None)
        return values["scores"].flatten(1), values["boxes"].reshape(len(pixels), -1, 16)

    def _node(self, operator, inputs, attributes, count):
        x = inputs[0]
        stride = attributes.get("strides", [1, 1])
        kernel = attributes.get("kernel_shape")
        match operator:
            case "Conv":
                weight, bias = inputs[1], inputs[2] if len(inputs) > 2 else None
                return F.conv2d(_padded(x, kernel, stride, attributes, 0), weight, bias, stride, groups=attributes.get("group", 1))
            case "MaxPool":
                return F.max_pool2d(_padded(x, kernel, stride, attributes, -1e9), kernel, stride)
            case "SpaceToDepth":
                block = attributes["blocksize"]
                parts = x.unflatten(3, (-1, block)).unflatten(2, (-1, block))
                return parts.permute(0, 3, 5, 1, 2, 4).flatten(1, 3)
            case "Add":
                return x + inputs[1]
            case "Relu":
                return x.relu()
            case "Transpose":
                return x.permute(attributes["perm"])
            case "Reshape":
                return x.reshape(count, *inputs[1].tolist()[1:])
            case "Concat":
                return torch.cat(inputs, attributes["axis"])
            case "Identity":
                return x
        raise ValueError(f"BlazeFace has an operator that is not known here: {operator}")


def _padded(x, kernel, stride, attributes, value):
    if "pads" in attributes:
        top, left, bottom, right = attributes["pads"]
    elif attributes.get("auto_pad") == "SAME_UPPER":
        down = max((-(-x.shape[2] // stride[0]) - 1) * stride[0] + kernel[0] - x.shape[2], 0)
        across = max((-(-x.shape[3] // stride[1]) - 1) * stride[1] + kernel[1] - x.shape[3], 0)
        top, left, bottom, right = down // 2, across // 2, down - down // 2, across - across // 2
    else:
        return x
    return F.pad(x, (left, right, top, bottom), value=value)


def anchors(device) -> torch.Tensor:
    places = [((cell % n + 0.5) / n, (cell // n + 0.5) / n) for n, times in ((16, 2), (8, 6)) for cell in range(n * n) for _ in range(times)]
    return torch.tensor(places, device=device)


def overlap(centre, size, other_centre, other_size):
    """The intersection of boxes divided by their union."""
    low = torch.maximum(centre - size / 2, other_centre - other_size / 2)
    high = torch.minimum(centre + size / 2, other_centre + other_size / 2)
    both = (high - low).clamp_min(0).prod(-1)
    return both / (size.prod(-1) + other_size.prod(-1) - both).clamp_min(1e-9)


def decoded(logits, numbers):
    """The probability of each anchor, the centre and the size of its box, and both eyes, as fractions of the side of the picture."""
    places = numbers.unflatten(2, (8, 2)) / INPUT
    points = places[:, :, [0, 2, 3]] + anchors(numbers.device)[:, None]
    return torch.sigmoid(logits), points, places[:, :, 1]


def tilt(right_eye, left_eye):
    across, down = (left_eye - right_eye).unbind(-1)
    return torch.atan2(down, across)


@torch.no_grad()
def look(blazeface, pictures, index, times):
    """For each picture: the score of the face in its middle, its square, and whether another face is near it."""
    whole = torch.tensor([0.5, 0.5, times / SIDE, 0.0], device=pictures.device).expand(len(index), 4)
    pixels = cut(pictures, index, whole, INPUT).float().permute(0, 2, 3, 1) / 127.5 - 1
    score, points, size = decoded(*blazeface(pixels))
    centre = points[:, :, 0]
    inside = ((centre - 0.5).norm(dim=2) * times < 0.3) & (size[..., 0] * times > 0.2)
    best = (score * inside).argmax(1)
    rows = torch.arange(len(index), device=pictures.device)
    shared = overlap(centre, size, centre[rows, best][:, None], size[rows, best][:, None])
    same = shared > SAME_FACE
    weight = score * same * (score > 0.15)
    weight = weight / weight.sum(1, keepdim=True).clamp_min(1e-9)

    def mean(values):
        return (values * weight.view(*weight.shape, *[1] * (values.ndim - 2))).sum(1)

    middle, right_eye, left_eye = ((mean(points)[:, i] - 0.5) * times + 0.5 for i in range(3))
    box = mean(size).mean(1) * times
    square = torch.cat([middle, box[:, None], tilt(right_eye, left_eye)[:, None]], 1)
    others = ((score > 0.4) & (shared < 0.03)).any(1)
    return (score * inside)[rows, best], square, others


def usual(square, score, is_fairface):
    """The square that our detector is taught: that of FairFace's pictures. BlazeFace's box is a little larger and higher."""
    x, y, box, angle = square.unbind(1)
    down = 0.075 * box
    found = torch.stack([x - down * torch.sin(angle), y + down * torch.cos(angle), 0.98 * box, angle], 1)
    fixed = torch.stack([torch.full_like(x, 0.5), torch.full_like(x, 0.5), torch.full_like(x, USUAL_BOX), torch.where(score > 0.5, angle, 0)], 1)
    return torch.where(is_fairface[:, None], fixed, found)


def squares(data: Path, path: Path, device: str):
    """Adds to each label of DATA its square, and whether the face is alone in the picture."""
    blazeface = BlazeFace(path, device)
    labels = json.loads((data / "labels.json").read_text())
    pictures = torch.from_numpy(np.load(data / "pictures.npy", mmap_mode="c" if device == "cpu" else None)).to(device)
    found = 0
    for rows in torch.arange(len(labels), device=device).split(128):
        near, far = (look(blazeface, pictures, rows, times) for times in VIEWS)
        enough = near[0] > 0.35
        score = torch.where(enough, near[0], far[0])
        is_fairface = torch.tensor(["group" in labels[i] for i in rows.tolist()], device=device)
        square = usual(torch.where(enough[:, None], near[1], far[1]), score, is_fairface)
        square = square.cpu().numpy().round(4).tolist()
        alone = ~(near[2] | far[2])
        found += int((score > 0.15).sum())
        for i, row in enumerate(rows.tolist()):
            labels[row] |= {"square": square[i], "alone": bool(alone[i])}
            if score[i] <= 0.15 and not is_fairface[i]:
                labels[row]["use"] = "nothing"
    (data / "labels.json").write_text(json.dumps(labels))
    print(f"{len(labels)} pictures, a face found in {found}, alone in {sum(row['alone'] for row in labels)}")


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["convert", model, out]:
            import onnx

            torch.save(convert(onnx.load(model)), out)
        case ["squares", data, path]:
            squares(Path(data), Path(path), "cuda" if torch.cuda.is_available() else "cpu")
        case _:
            sys.exit(__doc__)
