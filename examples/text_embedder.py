"""Gives vectors for texts, computed in batches on a GPU, or on the CPU. It needs torch."""

import os
from dataclasses import dataclass
from typing import Annotated, List

import torch
from torch import nn

from gristmill import Limits, mill

# How many bytes of a text count. All texts are padded to it, so the batches of a size have one shape.
LENGTH = 256
DIMENSIONS = 64
HAS_GPU = os.environ.get("GRISTMILL_DEVICE") != "cpu" and torch.cuda.is_available()
# A CPU computes a smaller model, so that it takes milliseconds there, too.
WIDTH, LAYERS, HEADS = (768, 12, 12) if HAS_GPU else (64, 2, 4)


@dataclass
class Embedding:
    vector: Annotated[List[float], Limits(min_items=DIMENSIONS, max_items=DIMENSIONS)]


class Model:
    """An encoder with random weights. Its vectors mean nothing, but they cost what those of a trained one cost."""

    def __init__(self) -> None:
        torch.manual_seed(1)
        self.device, number = ("cuda", torch.bfloat16) if HAS_GPU else ("cpu", torch.float32)
        layer = nn.TransformerEncoderLayer(WIDTH, HEADS, 4 * WIDTH, batch_first=True, norm_first=True, activation="gelu")
        encoder = nn.TransformerEncoder(layer, LAYERS, enable_nested_tensor=False)
        self.encoder = encoder.to(self.device, number).eval()
        self.table = nn.Embedding(256, WIDTH).to(self.device, number)

    @torch.inference_mode()
    def vectors(self, texts: List[str], size: int) -> List[List[float]]:
        """One vector of length 1 for each text. The batch is padded to a size that has run before."""
        data = bytearray(size * LENGTH)
        for i, text in enumerate(texts):
            begin = text.encode()[:LENGTH]
            data[i * LENGTH : i * LENGTH + len(begin)] = begin
        bytes_of = torch.frombuffer(data, dtype=torch.uint8).view(size, LENGTH).to(self.device)
        found = self.encoder(self.table(bytes_of.long())).mean(dim=1)[:, :DIMENSIONS].double()
        # Rounded, because the last digits depend on the device, its driver and the size of the batch.
        unit = nn.functional.normalize(found, dim=1).mul(1_000).round().div(1_000)
        return unit.cpu().tolist()[: len(texts)]


def load() -> Model:
    return Model()


def embed_all(texts: List[str], model: Model, batch_size: int) -> List[Embedding]:
    return [Embedding(vector) for vector in model.vectors(texts, batch_size)]


@mill(
    version="1.0.0",
    needs=["gpu", "cpu"],
    load=load,
    run_batch=embed_all,
    batch={"sizes": [1, 8, 16, 32, 64], "warm": True, "wait": 2},
    # The weights are random, and differ between the two models: any vector of length 1 is right.
    examples=[{"input": "A mill grinds grain.", "output": {"vector": [0.0] * DIMENSIONS}}],
    tolerance=1.0,
)
def text_embedder(text: str, model: Model) -> Embedding:
    """Gives a vector for a text."""
    return Embedding(model.vectors([text], 1)[0])
