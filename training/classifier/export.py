"""Exports a trained integer network as ONNX.

    python3 export.py WEIGHTS.pt OUT.onnx DATA --tau 0.75

In: `pixels`, 1 × 160 × 160 × 3 bytes, red, green, blue. Out: `male` (probability), `ages` (probabilities of 0 … 100), `face`
(probability), `up` (cosine and sine of the clockwise tilt of the face). All convolutions use integers, so their results
are the same on every processor.
"""

import argparse
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper

from choose import log_frequency
from labels import read
from network import SIZE, WEIGHT_MOST, padding
from train import load

INPUT_STEP, INPUT_ZERO = 1 / 128, 128


class Graph:
    """Collects nodes and constants."""

    def __init__(self):
        self.nodes, self.constants = [], []

    def constant(self, name, values):
        self.constants.append(numpy_helper.from_array(np.ascontiguousarray(values), name))
        return name

    def node(self, operator, inputs, output, **attributes):
        self.nodes.append(helper.make_node(operator, inputs, [output], **attributes))
        return output


def build(network, ages_shift: np.ndarray, ages_scale: float = 1.0) -> onnx.ModelProto:
    graph = Graph()
    x = graph.node("Transpose", ["pixels"], "picture", perm=[0, 3, 1, 2])
    step, zero = np.float32(INPUT_STEP), np.uint8(INPUT_ZERO)
    for i, layer in enumerate(network.body):
        weight = layer.weight.detach().double().numpy()
        scale = layer.scale().double().numpy()
        whole = np.clip(np.rint(weight / scale[:, None, None, None]), -WEIGHT_MOST, WEIGHT_MOST).astype(np.int8)
        bias = np.rint(layer.bias.detach().double().numpy() / (float(step) * scale)).astype(np.int32)
        most = np.float32(layer.most.item() / 255)
        left, right, top, bottom = padding(layer.kernel, layer.stride)
        x = graph.node(
            "QLinearConv",
            [
                x,
                graph.constant(f"x{i}", step),
                graph.constant(f"x{i}z", zero),
                graph.constant(f"w{i}", whole),
                graph.constant(f"w{i}s", scale.astype(np.float32)),
                graph.constant(f"w{i}z", np.zeros(len(scale), np.int8)),
                graph.constant(f"y{i}", most),
                graph.constant(f"y{i}z", np.uint8(0)),
                graph.constant(f"b{i}", bias),
            ],
            f"layer{i}",
            kernel_shape=[layer.kernel] * 2,
            strides=[layer.stride] * 2,
            pads=[top, left, bottom, right],
            group=layer.groups,
        )
        step, zero = most, np.uint8(0)
    real = graph.node("DequantizeLinear", [x, graph.constant("step", step), graph.constant("zero", zero)], "real")
    features = graph.node("Flatten", [graph.node("GlobalAveragePool", [real], "mean")], "features")
    heads = network.heads

    def linear(name, weight, bias):
        inputs = [features, graph.constant(f"{name}w", weight.astype(np.float32)), graph.constant(f"{name}b", bias.astype(np.float32))]
        return graph.node("Gemm", inputs, f"{name}_linear", transB=1)

    def numbers(module):
        return module.weight.detach().double().numpy(), module.bias.detach().double().numpy()

    basis = heads.basis.double().numpy()
    weight, bias = numbers(heads.age)
    graph.node("Sigmoid", [linear("male", *numbers(heads.male))], "male")
    graph.node("Softmax", [linear("ages", basis.T @ weight * ages_scale, (bias @ basis) * ages_scale + ages_shift)], "ages", axis=1)
    graph.node("Sigmoid", [linear("face", *numbers(heads.face))], "face")
    graph.node("Identity", [linear("up", *numbers(heads.up))], "up")
    outputs = [helper.make_tensor_value_info(name, TensorProto.FLOAT, [1, size]) for name, size in (("male", 1), ("ages", basis.shape[1]), ("face", 1), ("up", 2))]
    pixels = helper.make_tensor_value_info("pixels", TensorProto.UINT8, [1, SIZE, SIZE, 3])
    model = helper.make_model(
        helper.make_graph(graph.nodes, "faces", [pixels], outputs, graph.constants),
        opset_imports=[helper.make_opsetid("", 17)],
        producer_name="gristmill",
    )
    model.ir_version = 8
    onnx.checker.check_model(model)
    return model


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("weights", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("data", type=Path)
    parser.add_argument("--tau", type=float, default=0.75)
    parser.add_argument("--scale", type=float, default=1.0, help="factor of the ages' logits, for ranges that hold")
    options = parser.parse_args()
    _, labels = read(options.data, "cpu")
    shift = -options.tau * log_frequency(labels.group[labels.train_faces]).double().numpy()
    onnx.save(build(load(options.weights, "cpu"), shift * options.scale, options.scale), options.out)
