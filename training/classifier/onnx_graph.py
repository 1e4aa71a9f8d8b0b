"""Writes networks of whole layers as ONNX."""

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from layers import WholeLayer, padding

INPUT_STEP, INPUT_ZERO = 1 / 128, 128


class Whole:
    """Bytes in a graph, and the number that a step of them means."""

    def __init__(self, name: str, step: float, zero: int = 0):
        self.name, self.step, self.zero = name, np.float32(step), np.uint8(zero)


class Graph:
    """Collects nodes and constants."""

    def __init__(self):
        self.nodes, self.constants, self.layers = [], [], 0

    def constant(self, name, values):
        self.constants.append(numpy_helper.from_array(np.array(values, order="C"), name))
        return name

    def node(self, operator, inputs, output, **attributes):
        self.nodes.append(helper.make_node(operator, inputs, [output], **attributes))
        return output

    def pixels(self) -> Whole:
        """The input of the graph, with its channels first."""
        return Whole(self.node("Transpose", ["pixels"], "picture", perm=[0, 3, 1, 2]), INPUT_STEP, INPUT_ZERO)

    def layer(self, x: Whole, layer: WholeLayer) -> Whole:
        self.layers += 1
        i = self.layers
        weight = layer.weight.detach().double().numpy()
        scale = layer.scale().double().numpy()
        whole = np.rint(weight / scale[:, None, None, None]).astype(np.int8)
        bias = np.rint(layer.bias.detach().double().numpy() / (float(x.step) * scale)).astype(np.int32)
        step, zero = np.float32(layer.step().item()), np.uint8(128 if layer.linear else 0)
        left, right, top, bottom = padding(layer.kernel, layer.stride)
        result = self.node(
            "QLinearConv",
            [
                x.name,
                self.constant(f"x{i}", x.step),
                self.constant(f"x{i}z", x.zero),
                self.constant(f"w{i}", whole),
                self.constant(f"w{i}s", scale.astype(np.float32)),
                self.constant(f"w{i}z", np.zeros(len(scale), np.int8)),
                self.constant(f"y{i}", step),
                self.constant(f"y{i}z", zero),
                self.constant(f"b{i}", bias),
            ],
            f"layer{i}",
            kernel_shape=[layer.kernel] * 2,
            strides=[layer.stride] * 2,
            pads=[top, left, bottom, right],
            group=layer.groups,
        )
        return Whole(result, step, zero)

    def sum(self, x: Whole, y: Whole) -> Whole:
        """Adds two results that have the same steps."""
        self.layers += 1
        step, zero = self.constant(f"s{self.layers}", x.step), self.constant(f"s{self.layers}z", x.zero)
        inputs = [x.name, step, zero, y.name, step, zero, step, zero]
        self.nodes.append(helper.make_node("QLinearAdd", inputs, [f"sum{self.layers}"], domain="com.microsoft"))
        return Whole(f"sum{self.layers}", x.step, x.zero)

    def real(self, x: Whole) -> str:
        """The bytes as the numbers that they mean."""
        return self.node("DequantizeLinear", [x.name, self.constant(f"{x.name}s", x.step), self.constant(f"{x.name}z", x.zero)], f"{x.name}r")

    def model(self, name: str, size: int | str, outputs: dict[str, list[int | str]]) -> onnx.ModelProto:
        """The finished network. It takes 1 × size × size × 3 bytes. A name instead of a number is free."""
        pixels = helper.make_tensor_value_info("pixels", TensorProto.UINT8, [1, size, size, 3])
        results = [helper.make_tensor_value_info(key, TensorProto.FLOAT, shape) for key, shape in outputs.items()]
        model = helper.make_model(
            helper.make_graph(self.nodes, name, [pixels], results, self.constants),
            opset_imports=[helper.make_opsetid("", 17), helper.make_opsetid("com.microsoft", 1)],
            producer_name="gristmill",
        )
        model.ir_version = 8
        onnx.checker.check_model(model)
        return model


def numbers(module) -> tuple[np.ndarray, np.ndarray]:
    """The weights and biases of a layer in floating point."""
    return module.weight.detach().double().numpy(), module.bias.detach().double().numpy()
