"""Build the encoder and the decoder step as ONNX graphs, node by node.

Written by hand rather than traced: the quantised products, the shared embedding and the cache are exactly what the
runtime is fast at, and the file does not change with the version of a tracer. Names of files, inputs and outputs are
the contract with the program that runs them:

    enc.onnx   ids [B, S], mask -> ck0 cv0 ck1 cv1 ...            keys and values of the source for each decoder layer
    dec.onnx   id [B, 1], t [1], mask, skN svN, ckN cvN -> ids, scores, logits, nkN nvN      one step

`sk` and `sv` [T, B, width] hold the keys and values of the T tokens before, `nk` and `nv` [1, B, width] those of this one. The caller
appends them. onnxruntime copies every output, and copying all keys and values would take longer than the step. For the same reason a
step returns only the LIKELIEST ids and their scores; `logits` is for the export and for tests.

`mask` [B, 1, 1, S] is added to what attention finds: 0 where the source has a token, -1e9 where it was padded, so that
sentences of different lengths can share a batch. What one of them becomes does not depend on the others.
"""
from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

EMBEDDING_FILE = "emb.bin"
PLACES = 256
LIKELIEST = 64
OUTPUT = "output"


def quantise(weight: np.ndarray, bits: int) -> tuple[np.ndarray, np.ndarray]:
    """Symmetric int8 of [inputs, outputs] with one scale for each output.

    With 7 bits the products of two neighbours cannot overflow 16 bits, which is how processors without VNNI add them:
    one file then answers alike everywhere.
    """
    most = {8: 127, 7: 63}[bits]
    peak = np.abs(weight).max(axis=0)
    scale = (np.where(peak == 0, 1, peak) / most).astype(np.float32)
    return np.clip(np.round(weight / scale), -most, most).astype(np.int8), scale


def position_table(count: int, width: int) -> np.ndarray:
    """The table of model.positions."""
    place = np.arange(count)[:, None].astype(np.float32)
    rate = np.exp(-np.log(10000.0) * np.arange(width // 2, dtype=np.float32) / (width // 2 - 1))
    return np.concatenate([np.sin(place * rate), np.cos(place * rate)], 1).astype(np.float32)


@dataclass
class Source:
    """Weights and sizes the graphs are made from; `bits` is 7 or 8, or 32 for a float reference."""

    weights: Mapping[str, np.ndarray]
    width: int
    heads: int
    encoder_layers: int
    decoder_layers: int
    vocabulary: int
    bits: int
    unspeakable: tuple[int, ...]
    ranges: Mapping[str, tuple[float, float]]

    @property
    def size(self) -> int:
        return self.width // self.heads

    @property
    def likeliest(self) -> int:
        return min(LIKELIEST, self.vocabulary)

    def embedding(self) -> np.ndarray:
        """[width, vocabulary]."""
        return np.ascontiguousarray(self.weights["embedding.weight"][:self.vocabulary].T)


class Graph:
    """A list of nodes with the layers of the model as methods."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.nodes: list = []
        self.constants: dict[str, np.ndarray] = {}
        self.count = 0
        self.table, self.table_scale = (None, None) if source.bits == 32 else quantise(source.embedding(), source.bits)

    def constant(self, value: np.ndarray, name: str = "") -> str:
        self.count += 1
        name = name or f"c{self.count}"
        self.constants.setdefault(name, np.ascontiguousarray(value))
        return name

    def node(self, kind: str, *inputs: str, out: str = "", **attributes) -> str:
        self.count += 1
        out = out or f"t{self.count}"
        self.nodes.append(helper.make_node(kind, list(inputs), [out], **attributes))
        return out

    def split(self, x: str, parts: int) -> list[str]:
        self.count += 1
        outs = [f"t{self.count}_{i}" for i in range(parts)]
        self.nodes.append(helper.make_node("Split", [x], outs, axis=-1, num_outputs=parts))
        return outs

    def linear(self, x: str, name: str) -> str:
        weight = np.ascontiguousarray(self.source.weights[f"{name}.weight"].T)
        bias = self.source.weights[f"{name}.bias"].astype(np.float32)
        if self.source.bits == 32:
            return self.node("Add", self.node("MatMul", x, self.constant(weight)), self.constant(bias))
        narrow, scale = quantise(weight, self.source.bits)
        return self._product(x, name, self.constant(narrow), self.constant(scale), self.constant(bias))

    def _product(self, x: str, name: str, weight: str, scale: str, bias: str, out: str = "") -> str:
        """A product whose left side is narrowed with the range that was found for it beforehand, see calibration.py."""
        low, high = self.source.ranges[name]
        step = self.constant(np.float32((high - low) / 255))
        zero = self.constant(np.uint8(round(-low / (high - low) * 255)))
        x = self.node("QuantizeLinear", x, step, zero)
        whole = self.constant(np.int8(0), "no_zero")
        return self.node("MatMulIntegerToFloat", x, weight, step, scale, zero, whole, bias, domain="com.microsoft", out=out)

    def norm(self, x: str, name: str) -> str:
        weights = self.source.weights
        return self.node("LayerNormalization", x, self.constant(weights[f"{name}.weight"]), self.constant(weights[f"{name}.bias"]), axis=-1, epsilon=1e-5)

    def heads(self, x: str, out: str = "") -> str:
        shape = self.constant(np.array([0, -1, self.source.heads, self.source.size]), "to_heads")
        return self.node("Transpose", self.node("Reshape", x, shape), perm=[0, 2, 1, 3], out=out)

    def attend(self, q: str, k: str, v: str, name: str, mask: str = "") -> str:
        q = self.node("Mul", q, self.constant(np.float32(self.source.size ** -0.5), "q_scale"))
        found = self.node("MatMul", q, self.node("Transpose", k, perm=[0, 1, 3, 2]))
        share = self.node("Softmax", self.node("Add", found, mask) if mask else found, axis=-1)
        joined = self.node("Transpose", self.node("MatMul", share, v), perm=[0, 2, 1, 3])
        return self.linear(self.node("Reshape", joined, self.constant(np.array([0, -1, self.source.width]), "to_width")), f"{name}.out")

    def feed(self, x: str, name: str) -> str:
        wide = self.linear(x, f"{name}.widen")
        # What is below the range becomes its least value, and that is 0 behind a ReLU: narrowing does both.
        return self.linear(self.node("Relu", wide) if self.table is None else wide, f"{name}.out")

    def add(self, x: str, y: str) -> str:
        return self.node("Add", x, y)

    def embed(self, ids: str) -> str:
        """[B, S] -> [B, S, width], scaled; the int8 table is the one the output layer multiplies with."""
        root = np.float32(self.source.width ** 0.5)
        if self.table is None:
            table = self.constant(np.ascontiguousarray(self.source.embedding().T), "embedding")
            return self.node("Mul", self.node("Gather", table, ids), self.constant(root))
        columns = self.node("Transpose", self.node("Gather", "embq", ids, axis=1), perm=[1, 2, 0])
        scale = self.node("Gather", self.constant(self.table_scale * root, "embed_scale"), ids)
        scale = self.node("Unsqueeze", scale, self.constant(np.array([2]), "last_axis"))
        return self.node("Mul", self.node("Cast", columns, to=TensorProto.FLOAT), scale)

    def logits(self, x: str) -> None:
        """The output layer; ids that are never said get a bias no sum can lift."""
        bias = self.source.weights["output_bias"][:self.source.vocabulary].astype(np.float32).copy()
        bias[list(self.source.unspeakable)] = -1e4
        if self.table is None:
            self.node("Add", self.node("MatMul", x, self.constant(self.source.embedding())), self.constant(bias), out="logits")
        else:
            self._product(x, OUTPUT, "embq", self.constant(self.table_scale, "output_scale"), self.constant(bias), out="logits")
        count = self.constant(np.array([self.source.likeliest]))
        self.nodes.append(helper.make_node("TopK", ["logits", count], ["scores", "places_of_scores"], axis=-1))
        self.node("Cast", "places_of_scores", to=TensorProto.INT32, out="ids")

    def with_past(self, past: str, x: str, out: str) -> str:
        """Appends [B, 1, width] to [T, B, width] and splits the result into heads: [B, heads, T + 1, size]."""
        now = self.node("Reshape", x, self.constant(np.array([1, -1, self.source.width]), "to_step"), out=out)
        shape = self.constant(np.array([0, -1, self.source.heads, self.source.size]), "to_heads")
        return self.node("Transpose", self.node("Reshape", self.node("Concat", past, now, axis=0), shape), perm=[1, 2, 0, 3])

    def model(self, name: str, inputs: list, outputs: list) -> bytes:
        constants = [numpy_helper.from_array(value, key) for key, value in self.constants.items()]
        if self.table is not None:
            constants.append(_outside("embq", self.table.shape))
        graph = helper.make_graph(self.nodes, name, inputs, outputs, constants)
        opsets = [helper.make_opsetid("", 18), helper.make_opsetid("com.microsoft", 1)]
        return helper.make_model(graph, opset_imports=opsets, ir_version=9).SerializeToString()


def _outside(name: str, shape: tuple[int, ...]) -> onnx.TensorProto:
    """A tensor that lies in a file of its own, so that both graphs share one table."""
    tensor = onnx.TensorProto(name=name, data_type=TensorProto.INT8, data_location=TensorProto.EXTERNAL)
    tensor.dims.extend(shape)
    for key, value in (("location", EMBEDDING_FILE), ("offset", "0"), ("length", str(int(np.prod(shape))))):
        entry = tensor.external_data.add()
        entry.key, entry.value = key, value
    return tensor


def _value(name: str, kind: int, shape: list) -> onnx.ValueInfoProto:
    return helper.make_tensor_value_info(name, kind, shape)


def _mask() -> onnx.ValueInfoProto:
    return _value("mask", TensorProto.FLOAT, ["B", 1, 1, "S"])


def encoder_model(source: Source) -> bytes:
    """enc.onnx."""
    graph = Graph(source)
    x = graph.embed("ids")
    length = graph.node("Slice", graph.node("Shape", "ids"), graph.constant(np.array([1])), graph.constant(np.array([2])))
    zero = graph.constant(np.array([0]))
    x = graph.add(x, graph.node("Slice", graph.constant(position_table(PLACES, source.width), "places"), zero, length, zero))
    for number in range(source.encoder_layers):
        name = f"encoder.{number}"
        q, k, v = graph.split(graph.linear(graph.norm(x, f"{name}.norm_self"), f"{name}.attention.qkv"), 3)
        x = graph.add(x, graph.attend(graph.heads(q), graph.heads(k), graph.heads(v), f"{name}.attention", "mask"))
        x = graph.add(x, graph.feed(graph.norm(x, f"{name}.norm_feed"), f"{name}.feed"))
    x = graph.norm(x, "norm_encoder")
    outputs = []
    for number in range(source.decoder_layers):
        parts = graph.split(graph.linear(x, f"decoder.{number}.cross.kv"), 2)
        for kind, part in zip(("ck", "cv"), parts):
            graph.heads(part, out=f"{kind}{number}")
            outputs.append(_value(f"{kind}{number}", TensorProto.FLOAT, ["B", source.heads, "S", source.size]))
    return graph.model("enc", [_value("ids", TensorProto.INT64, ["B", "S"]), _mask()], outputs)


def decoder_model(source: Source) -> bytes:
    """dec.onnx."""
    graph = Graph(source)
    x = graph.add(graph.embed("id"), graph.node("Gather", graph.constant(position_table(PLACES, source.width), "places"), "t"))
    inputs = [_value("id", TensorProto.INT64, ["B", 1]), _value("t", TensorProto.INT64, [1]), _mask()]
    outputs = [_value("ids", TensorProto.INT32, ["B", 1, source.likeliest]), _value("scores", TensorProto.FLOAT, ["B", 1, source.likeliest]),
               _value("logits", TensorProto.FLOAT, ["B", 1, source.vocabulary])]
    for number in range(source.decoder_layers):
        name = f"decoder.{number}"
        q, k, v = graph.split(graph.linear(graph.norm(x, f"{name}.norm_self"), f"{name}.attention.qkv"), 3)
        keys = graph.with_past(f"sk{number}", k, out=f"nk{number}")
        values = graph.with_past(f"sv{number}", v, out=f"nv{number}")
        x = graph.add(x, graph.attend(graph.heads(q), keys, values, f"{name}.attention"))
        q = graph.heads(graph.linear(graph.norm(x, f"{name}.norm_cross"), f"{name}.cross.q"))
        x = graph.add(x, graph.attend(q, f"ck{number}", f"cv{number}", f"{name}.cross", "mask"))
        x = graph.add(x, graph.feed(graph.norm(x, f"{name}.norm_feed"), f"{name}.feed"))
        for kind in ("sk", "sv"):
            inputs.append(_value(f"{kind}{number}", TensorProto.FLOAT, ["T", "B", source.width]))
        for kind in ("ck", "cv"):
            inputs.append(_value(f"{kind}{number}", TensorProto.FLOAT, ["B", source.heads, "S", source.size]))
        for kind in ("nk", "nv"):
            outputs.append(_value(f"{kind}{number}", TensorProto.FLOAT, [1, "B", source.width]))
    graph.logits(graph.norm(x, "norm_decoder"))
    return graph.model("dec", inputs, outputs)
