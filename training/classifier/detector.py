"""BlazeFace and the views of the classifier, in many processes.

    python3 detector.py faces DATA BLAZEFACE.onnx            finds the face in each picture of DATA that has no square yet
    python3 detector.py others PICTURES OUT BLAZEFACE.onnx   crops the face candidates in pictures without a face

`packages/mills/src/classifier/blazeface.ts` and `sample.ts` do the same, with the same order of numbers.
"""

import hashlib
import io
import json
import math
import sys
from dataclasses import dataclass
from multiprocessing import Pool
from pathlib import Path

import numpy as np
from PIL import Image

INPUT = 256
FRAME = 224
# A crop is larger than the input of the network, so that squares can be moved within it.
BOX_IN_FRAME = 0.62
SAME_FACE = 0.3
ANCHORS = np.array(
    [((cell % n + 0.5) / n, (cell // n + 0.5) / n) for n, times in ((16, 2), (8, 6)) for cell in range(n * n) for _ in range(times)]
)


@dataclass
class Face:
    score: float
    x: float
    y: float
    width: float
    height: float
    points: np.ndarray

    @property
    def box(self):
        return (self.width + self.height) / 2

    @property
    def tilt(self):
        (right_x, right_y), (left_x, left_y) = self.points[:2]
        return math.atan2(left_y - right_y, left_x - right_x)


def common(a: Face, b: Face) -> float:
    """The intersection of two boxes divided by their union."""

    def overlap(p, length, q, other):
        return max(0.0, min(p + length / 2, q + other / 2) - max(p - length / 2, q - other / 2))

    both = overlap(a.x, a.width, b.x, b.width) * overlap(a.y, a.height, b.y, b.height)
    return both / (a.width * a.height + b.width * b.height - both)


def shrink(picture: np.ndarray, block: int) -> np.ndarray:
    """Replaces each block of pixels by its mean."""
    if block == 1:
        return picture
    height, width = -(-picture.shape[0] // block), -(-picture.shape[1] // block)
    total, count = np.zeros((height, width, 3), np.int64), np.zeros((height, width, 1), np.int64)
    for y in range(block):
        for x in range(block):
            part = picture[y::block, x::block]
            total[: part.shape[0], : part.shape[1]] += part
            count[: part.shape[0], : part.shape[1]] += 1
    return ((total + count // 2) // count).astype(np.uint8)


def sample(picture: np.ndarray, x: float, y: float, side: float, angle: float, size: int) -> np.ndarray:
    """Samples a square of a picture as size × size × 3 numbers from 0 to 255. Black outside the picture."""
    block = max(1, math.floor(side / size))
    picture = shrink(picture, block)
    step = side / size / block
    right, down, middle = math.cos(angle) * step, math.sin(angle) * step, (size - 1) / 2
    i = np.arange(size, dtype=np.float32)
    px = x / block - 0.5 - middle * right + middle * down + i[None] * right - i[:, None] * down
    py = y / block - 0.5 - middle * down - middle * right + i[None] * down + i[:, None] * right
    height, width, _ = picture.shape
    framed = np.zeros((height + 3, width + 3, 3), np.float32)
    framed[1 : height + 1, 1 : width + 1] = picture
    px, py = np.clip(px, -1, width) + 1, np.clip(py, -1, height) + 1
    x0, y0 = px.astype(np.int32), py.astype(np.int32)
    fx, fy = (px - x0)[..., None], (py - y0)[..., None]
    above = framed[y0, x0] * (1 - fx) + framed[y0, x0 + 1] * fx
    below = framed[y0 + 1, x0] * (1 - fx) + framed[y0 + 1, x0 + 1] * fx
    return above * (1 - fy) + below * fy


class Detector:
    def __init__(self, path: str):
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.log_severity_level = 3
        self.session = onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])

    def find(self, picture: np.ndarray, x: float, y: float, side: float, angle: float, certainty: float) -> list[Face]:
        """The faces in a square of a picture, the highest score first."""
        pixels = (sample(picture, x, y, side, angle, INPUT) / 127.5 - 1)[None].astype(np.float32)
        scores, boxes = self.session.run(["scores", "boxes"], {"pixels": pixels})
        scores, boxes = scores.reshape(-1), boxes.reshape(-1, 16)
        cos, sin = math.cos(angle), math.sin(angle)
        candidates = []
        for i in np.flatnonzero(scores >= math.log(certainty / (1 - certainty))):
            places = boxes[i].reshape(8, 2)[[0, 2, 3, 4, 5, 6, 7]] / INPUT + ANCHORS[i] - 0.5
            across, along = (places * side).T
            points = np.stack([x + across * cos - along * sin, y + across * sin + along * cos], 1)
            width, height = boxes[i, 2:4] / INPUT * side
            candidates.append(Face(float(1 / (1 + np.exp(-scores[i]))), *points[0], width, height, points[1:]))
        candidates.sort(key=lambda face: -face.score)
        return list(merge(candidates))


def merge(candidates: list[Face]):
    """One face for each group of overlapping candidates: their mean, weighted by score."""
    while candidates:
        best = candidates[0]
        group = [face for face in candidates if face is best or common(face, best) > SAME_FACE]
        kept = {id(face) for face in group}
        candidates = [face for face in candidates if id(face) not in kept]
        weight = np.array([face.score for face in group])
        weight /= weight.sum()

        def mean(value):
            return sum(w * value(face) for w, face in zip(weight, group))

        yield Face(best.score, mean(lambda f: f.x), mean(lambda f: f.y), mean(lambda f: f.width), mean(lambda f: f.height), mean(lambda f: f.points))


_detector = None


def _begin(path):
    global _detector
    _detector = Detector(path)


def _square(job):
    pictures, index = job
    picture = np.load(pictures, mmap_mode="r")[index]
    half = FRAME / 2
    for times in (1, 1.6):
        faces = _detector.find(picture, half, half, FRAME * times, 0, 0.15)
        near = [f for f in faces if math.hypot(f.x - half, f.y - half) < 0.3 * FRAME and f.width > 0.2 * FRAME]
        if near and (near[0].score > 0.35 or times > 1):
            face = max(near, key=lambda f: f.width * f.height * f.score)
            return [round(float(v), 4) for v in (face.x / FRAME, face.y / FRAME, face.box / FRAME, face.tilt)]
    return None


def find_faces(data: Path, detector: str, processes: int):
    labels = json.loads((data / "labels.json").read_text())
    without = [i for i, row in enumerate(labels) if "square" not in row and row["use"] != "nothing"]
    with Pool(processes, _begin, (detector,)) as pool:
        squares = pool.map(_square, [(data / "pictures.npy", i) for i in without], chunksize=64)
    for i, square in zip(without, squares):
        labels[i]["square"] = square
    (data / "labels.json").write_text(json.dumps(labels))
    print(f"{len(without)} pictures looked at, a face found in {sum(square is not None for square in squares)}")


def _cut_others(job):
    path, out = job
    key = hashlib.sha1(path.name.encode()).hexdigest()
    draw = np.random.default_rng(int(key[:8], 16))
    try:
        picture = np.asarray(Image.open(path).convert("RGB"))
    except OSError:
        return []
    # A tenth of the pictures is kept for the test of the whole mill.
    if int(key[8:12], 16) % 10 == 1:
        return []
    height, width, _ = picture.shape
    side = max(height, width)
    turned = draw.choice([1, 2, 3]) * math.pi / 2
    part = (draw.uniform(side / 4, max(side / 4, width - side / 4)), draw.uniform(side / 4, max(side / 4, height - side / 4)), side / 2, 0.0)
    views = [(width / 2, height / 2, side * draw.choice([1, 1.6]), 0.0), (width / 2, height / 2, side, turned), part]
    seen = sorted((face for view in views for face in _detector.find(picture, *view, 0.06)[:3]), key=lambda face: -face.score)
    kept = []
    for face in seen:
        if len(kept) < 2 and face.box > 12 and all(common(face, other) < 0.5 for other in kept):
            kept.append(face)
    squares = [(face.x, face.y, face.box / BOX_IN_FRAME, face.tilt) for face in kept]
    if draw.random() < 0.4:
        squares.append((draw.uniform(0, width), draw.uniform(0, height), min(height, width) * draw.uniform(0.35, 1.25), 0.0))
    use = "choose" if int(key[8:12], 16) % 10 == 0 else "train"
    rows = []
    for i, square in enumerate(squares):
        content = io.BytesIO()
        Image.fromarray(sample(picture, *square, FRAME).round().astype(np.uint8)).save(content, "JPEG", quality=90)
        name = f"{key[:12]}-{i}.jpg"
        (out / name).write_bytes(content.getvalue())
        rows.append({"file": name, "use": use, "square": [0.5, 0.5, BOX_IN_FRAME, 0.0], "from": path.name})
    return rows


def cut_others(pictures: Path, out: Path, detector: str, processes: int):
    out.mkdir(parents=True, exist_ok=True)
    files = sorted(path for path in pictures.rglob("*") if path.suffix in (".jpg", ".png"))
    with Pool(processes, _begin, (detector,)) as pool:
        rows = [row for rows in pool.imap_unordered(_cut_others, [(path, out) for path in files], chunksize=16) for row in rows]
    (out / "labels.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    print(f"{len(files)} pictures, {len(rows)} squares")


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["faces", data, detector, *rest]:
            find_faces(Path(data), detector, int(rest[0]) if rest else 15)
        case ["others", pictures, out, detector, *rest]:
            cut_others(Path(pictures), Path(out), detector, int(rest[0]) if rest else 15)
        case _:
            sys.exit(__doc__)
