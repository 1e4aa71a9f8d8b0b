"""Translate with the exported files through onnxruntime, one sentence at a time as the mill does."""
from __future__ import annotations

import os
from collections.abc import Sequence

import numpy as np

from decoding import LONGEST_SOURCE, limit
from vocabulary import EOS


class Exported:
    """The two sessions and greedy search over them."""

    def __init__(self, folder: str, width: int, layers: int, threads: int = 0) -> None:
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads or os.cpu_count() or 1
        self.encoder, self.decoder = (
            onnxruntime.InferenceSession(os.path.join(folder, name), options, providers=["CPUExecutionProvider"])
            for name in ("enc.onnx", "dec.onnx"))
        self.empty = np.zeros((0, 1, width), np.float32)
        self.layers = layers
        self.asked = ["ids", "logits", *(f"{kind}{n}" for n in range(layers) for kind in ("nk", "nv"))]

    def translate(self, ids: Sequence[int], tag: int, cap: int = 200) -> tuple[list[int], np.ndarray]:
        """Output ids, and the logits of the first step for comparisons."""
        source = np.array([[tag, *ids[:LONGEST_SOURCE], EOS]], np.int64)
        names = [o.name for o in self.encoder.get_outputs()]
        mask = np.zeros((1, 1, 1, source.shape[1]), np.float32)
        state = dict(zip(names, self.encoder.run(None, {"ids": source, "mask": mask})))
        state["mask"] = mask
        for n in range(self.layers):
            state[f"sk{n}"] = state[f"sv{n}"] = self.empty
        said: list[int] = []
        last, first = tag, np.zeros(0, np.float32)
        for place in range(limit(source.shape[1], cap)):
            fed = {"id": np.array([[last]], np.int64), "t": np.array([place], np.int64), **state}
            found = dict(zip(self.asked, self.decoder.run(self.asked, fed)))
            if place == 0:
                first = found["logits"][0, 0]
            last = int(found["ids"][0, 0, 0])
            if last == EOS:
                break
            said.append(last)
            for n in range(self.layers):
                for kind in ("k", "v"):
                    state[f"s{kind}{n}"] = np.concatenate([state[f"s{kind}{n}"], found[f"n{kind}{n}"]])
        return said, first
