"""Exports a trained integer network as ONNX.

    python3 export.py faces WEIGHTS.pt OUT.onnx LABELS.jsonl --tau 0.15
    python3 export.py detector WEIGHTS.pt OUT.onnx

In: `pixels`, 1 × size × size × 3 bytes, red, green, blue; the detector takes every multiple of 32 as the size. Out, of the face
network: `male` (probability), `ages` (probabilities of 0 … 100), `face` (probability), `up` (cosine and sine of the clockwise tilt
of the face). Out, of the detector: `faces`, six numbers for each cell, as detector.py explains. All convolutions use integers, so
their results are the same on every processor.
"""

import argparse
import json
from pathlib import Path

import numpy as np
import onnx
import torch

import detector
import network
from choose import log_frequency
from onnx_graph import Graph, numbers


def faces(trained, ages_shift: np.ndarray) -> onnx.ModelProto:
    graph = Graph()
    x = graph.pixels()
    for layer in (trained.body.stem, *trained.body.first):
        x = graph.layer(x, layer)
    for block in trained.body.blocks:
        y = x
        for layer in block.layers:
            y = graph.layer(y, layer)
        x = graph.sum(x, y) if block.adds else y
    x = graph.layer(x, trained.body.last)
    features = graph.node("Flatten", [graph.node("GlobalAveragePool", [graph.real(x)], "mean")], "features")

    def linear(name, weight, bias, x=features):
        inputs = [x, graph.constant(f"{name}w", weight.astype(np.float32)), graph.constant(f"{name}b", bias.astype(np.float32))]
        return graph.node("Gemm", inputs, f"{name}_linear", transB=1)

    heads = trained.heads
    basis = heads.basis.double().numpy()
    graph.node("Sigmoid", [linear("male", *numbers(heads.male))], "male")
    splines = linear("splines", *numbers(heads.age))
    graph.node("Softmax", [linear("ages", basis.T, ages_shift, splines)], "ages", axis=1)
    graph.node("Sigmoid", [linear("face", *numbers(heads.face))], "face")
    graph.node("Identity", [linear("up", *numbers(heads.up))], "up")
    return graph.model("faces", network.SIZE, {"male": [1, 1], "ages": [1, basis.shape[1]], "face": [1, 1], "up": [1, 2]})


def face_detector(trained) -> onnx.ModelProto:
    graph = Graph()
    x = graph.pixels()
    grids = []
    shape = graph.constant("shape", np.array([1, -1, detector.NUMBERS], np.int64))
    for i, (stage, head) in enumerate(zip(trained.stages, trained.heads)):
        for layer in stage:
            x = graph.layer(x, layer)
        weight, bias = numbers(head)
        inputs = [graph.real(x), graph.constant(f"h{i}w", weight.astype(np.float32)), graph.constant(f"h{i}b", bias.astype(np.float32))]
        grid = graph.node("Transpose", [graph.node("Conv", inputs, f"grid{i}")], f"turned{i}", perm=[0, 2, 3, 1])
        grids.append(graph.node("Reshape", [grid, shape], f"cells{i}"))
    graph.node("Concat", grids, "faces", axis=1)
    return graph.model("detector", "side", {"faces": [1, "cells", detector.NUMBERS]})


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    for name in ("faces", "detector"):
        command = commands.add_parser(name)
        command.add_argument("weights", type=Path)
        command.add_argument("out", type=Path)
        if name == "faces":
            command.add_argument("labels", type=Path, help="FairFace's labels, as fairface.py prints them")
            command.add_argument("--tau", type=float, default=0.15)
    options = parser.parse_args()
    if options.command == "detector":
        onnx.save(face_detector(detector.load(options.weights, "cpu")), options.out)
    else:
        rows = [json.loads(line) for line in options.labels.read_text().splitlines()]
        groups = torch.tensor([row["group"] for row in rows if row["use"] == "train" and "group" in row])
        shift = -options.tau * log_frequency(groups).double().numpy()
        onnx.save(faces(network.load(options.weights, "cpu"), shift), options.out)
