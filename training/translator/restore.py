"""The shipped files become a checkpoint again, in the parts that pack.py joins: for training on where the old checkpoint is gone.

    python3 restore.py ../../packages/mills/models/translator data/start

The matrices are exactly the shipped ones: whole numbers of 7 bits, and a scale for each output. Needs NumPy and onnx, no PyTorch.
"""
from __future__ import annotations

import argparse
import bz2
import json
import os
from collections.abc import Callable, Mapping
from unittest.mock import patch

import numpy as np
import onnx
from onnx import numpy_helper

import onnx_graph
from onnx_graph import EMBEDDING_FILE, Graph, Source, decoder_model, encoder_model

PART = (16 << 20) - 4096  # as pack.py cuts


class Blank(dict):
    """Weights of zeros in the right shapes, so that the graphs can be built before any weight is known."""

    def __init__(self, sizes: Mapping[str, int]) -> None:
        super().__init__()
        self.sizes = sizes

    def __missing__(self, name: str) -> np.ndarray:
        width, inner, vocabulary = (self.sizes[k] for k in ("width", "inner", "vocabulary"))
        rows = (3 * width if ".qkv." in name else 2 * width if ".kv." in name else inner if ".widen." in name
                else vocabulary if name in ("embedding.weight", "output_bias") else width)
        vector = name.endswith("bias") or "norm" in name
        self[name] = np.zeros(rows if vector else (rows, inner if ".feed.out." in name else width), np.float32)
        return self[name]


class AnyRange(dict):
    """A range for every matrix: restoring needs none."""

    def __missing__(self, name: str) -> tuple[float, float]:
        return 0.0, 1.0


class Noting(Graph):
    """A graph that notes which of its constants hold which weights. Constants are numbered, so the shipped file has the same names."""

    vectors: dict[str, str]
    matrices: dict[str, tuple[str, str]]

    def _product(self, x: str, name: str, weight: str, scale: str, bias: str, out: str = "") -> str:
        output = name == onnx_graph.OUTPUT
        self.matrices["embedding.weight" if output else f"{name}.weight"] = (weight, scale)
        self.vectors["output_bias" if output else f"{name}.bias"] = bias
        return super()._product(x, name, weight, scale, bias, out)

    def norm(self, x: str, name: str) -> str:
        found = super().norm(x, name)
        self.vectors[f"{name}.weight"], self.vectors[f"{name}.bias"] = self.nodes[-1].input[1:3]
        return found


def read(folder: str, file: str, build: Callable[[Source], bytes], source: Source) -> tuple[dict[str, np.ndarray], dict[str, tuple[np.ndarray, np.ndarray]]]:
    """The vectors of one shipped graph, and its matrices [outputs, inputs] with their scales."""
    tensors = {t.name: t for t in onnx.load(os.path.join(folder, file), load_external_data=False).graph.initializer}
    Noting.vectors, Noting.matrices = {}, {}
    with patch.object(onnx_graph, "Graph", Noting):
        build(source)

    def value(name: str) -> np.ndarray:
        if name == "embq":
            return np.fromfile(os.path.join(folder, EMBEDDING_FILE), np.int8).reshape(source.width, -1)
        return numpy_helper.to_array(tensors[name])

    vectors = {name: value(constant) for name, constant in Noting.vectors.items()}
    return vectors, {name: (value(weight).T, value(scale)) for name, (weight, scale) in Noting.matrices.items()}


def restored(folder: str, sizes: Mapping[str, int], about: object) -> bytes:
    """What pack.to_bytes writes of the checkpoint that the files were exported from, with matrices of 7 bits."""
    blank = Blank(sizes)
    source = Source(blank, sizes["width"], sizes["heads"], sizes["encoder_layers"], sizes["decoder_layers"], sizes["vocabulary"], 7, (), AnyRange())
    vectors, matrices = {}, {}
    for name, build in (("enc.onnx", encoder_model), ("dec.onnx", decoder_model)):
        more_vectors, more_matrices = read(folder, name, build, source)
        vectors |= more_vectors
        matrices |= more_matrices
    # What is never said has a bias of -1e4, only in the shipped graph.
    vectors["output_bias"] = np.where(vectors["output_bias"] < -1e3, 0, vectors["output_bias"])
    names, high, low = [], [], []
    for name in blank:
        found = matrices[name][0] if name in matrices else vectors[name]
        if found.shape != blank[name].shape:
            raise SystemExit(f"Give files of this model: {name} has shape {found.shape}, not {blank[name].shape}")
        names.append([name, list(found.shape), "int8" if name in matrices else "half"])
        if name in matrices:
            low.append(np.ascontiguousarray(found).tobytes() + matrices[name][1].astype("<f4").tobytes())
        else:
            raw = found.astype("<f2").reshape(-1).view(np.uint8)
            high.append(raw[1::2].tobytes())
            low.append(raw[0::2].tobytes())
    squeezed = bz2.compress(b"".join(high), 9)
    header = json.dumps({"sizes": dict(sizes), "about": about, "names": names, "high": len(squeezed)}).encode()
    return len(header).to_bytes(4, "little") + header + squeezed + b"".join(low)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("exported")
    parser.add_argument("out")
    options = parser.parse_args()
    with open(os.path.join(options.exported, "manifest.json"), encoding="utf8") as file:
        manifest = json.load(file)
    if manifest["sizes"]["vocabulary"] % 64:
        raise SystemExit(f"Pad the vocabulary first, model.py has rows up to a multiple of 64: {manifest['sizes']['vocabulary']}")
    data = restored(options.exported, manifest["sizes"], manifest["about"])
    os.makedirs(options.out, exist_ok=True)
    for number, first in enumerate(range(0, len(data), PART)):
        with open(os.path.join(options.out, f"weights.{number:02d}.bin"), "wb") as file:
            file.write(data[first:first + PART])
    print(f"{len(data)} bytes")


if __name__ == "__main__":
    main()
