"""One transformer for both directions: deep encoder, shallow decoder, tied embeddings, pre-norm.

The target language is the first token on both sides. Layers stay eager and small: with sentences grouped by
exact source length no mask is needed while training, and flash attention takes every shape without planning.
"""
from __future__ import annotations

import math
from dataclasses import asdict, dataclass

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from loss import smoothed_loss


@dataclass
class Sizes:
    """The shape of a model, stored beside its weights."""

    vocabulary: int
    width: int = 512
    inner: int = 2048
    encoder_layers: int = 6
    decoder_layers: int = 2
    heads: int = 8

    def as_dict(self) -> dict[str, int]:
        return asdict(self)


# student: 35.5M parameters, 37 MB as int8; teacher: 154M, never shipped.
PRESETS: dict[str, dict[str, int]] = {
    "student": {"width": 512, "inner": 2048, "encoder_layers": 6, "decoder_layers": 2, "heads": 8},
    "teacher": {"width": 768, "inner": 3072, "encoder_layers": 12, "decoder_layers": 6, "heads": 12},
    "smoke": {"width": 64, "inner": 128, "encoder_layers": 2, "decoder_layers": 1, "heads": 4},
}


class Norm(nn.LayerNorm):
    """Layer norm that keeps the dtype of its input: autocast would widen the stream to float32 and halve the speed."""

    def forward(self, x: Tensor) -> Tensor:
        if x.dtype == self.weight.dtype:
            return F.layer_norm(x, self.normalized_shape, self.weight, self.bias, self.eps)
        with torch.autocast(x.device.type, enabled=False):
            return F.layer_norm(x, self.normalized_shape, self.weight.to(x.dtype), self.bias.to(x.dtype), self.eps)


def split_heads(x: Tensor, heads: int) -> Tensor:
    """[B, L, width] -> [B, heads, L, width / heads]."""
    return x.view(x.shape[0], x.shape[1], heads, -1).transpose(1, 2)


def join_heads(x: Tensor) -> Tensor:
    """The inverse of split_heads."""
    return x.transpose(1, 2).flatten(2)


class SelfAttention(nn.Module):
    """Attention of a sequence to itself, with one fused projection."""

    def __init__(self, width: int, heads: int) -> None:
        super().__init__()
        self.heads = heads
        self.qkv = nn.Linear(width, 3 * width)
        self.out = nn.Linear(width, width)

    def project(self, x: Tensor) -> list[Tensor]:
        return [split_heads(part, self.heads) for part in self.qkv(x).chunk(3, -1)]

    def forward(self, x: Tensor, causal: bool = False, mask: Tensor | None = None) -> Tensor:
        q, k, v = self.project(x)
        return self.out(join_heads(F.scaled_dot_product_attention(q, k, v, attn_mask=mask, is_causal=causal)))


class CrossAttention(nn.Module):
    """Attention of the translation to the source."""

    def __init__(self, width: int, heads: int) -> None:
        super().__init__()
        self.heads = heads
        self.q = nn.Linear(width, width)
        self.kv = nn.Linear(width, 2 * width)
        self.out = nn.Linear(width, width)

    def keys_and_values(self, memory: Tensor) -> list[Tensor]:
        return [split_heads(part, self.heads) for part in self.kv(memory).chunk(2, -1)]

    def attend(self, x: Tensor, k: Tensor, v: Tensor, mask: Tensor | None = None) -> Tensor:
        q = split_heads(self.q(x), self.heads)
        return self.out(join_heads(F.scaled_dot_product_attention(q, k, v, attn_mask=mask)))

    def forward(self, x: Tensor, memory: Tensor) -> Tensor:
        return self.attend(x, *self.keys_and_values(memory))


class FeedForward(nn.Module):
    """Two matrices with a ReLU, which quantises better than smoother curves."""

    def __init__(self, width: int, inner: int) -> None:
        super().__init__()
        self.widen = nn.Linear(width, inner)
        self.out = nn.Linear(inner, width)

    def forward(self, x: Tensor) -> Tensor:
        return self.out(F.relu(self.widen(x)))


class EncoderLayer(nn.Module):
    """Self-attention and feed-forward, each around a residual stream."""

    def __init__(self, sizes: Sizes) -> None:
        super().__init__()
        self.norm_self, self.norm_feed = Norm(sizes.width), Norm(sizes.width)
        self.attention = SelfAttention(sizes.width, sizes.heads)
        self.feed = FeedForward(sizes.width, sizes.inner)

    def forward(self, x: Tensor, drop: float, mask: Tensor | None = None) -> Tensor:
        x = x + F.dropout(self.attention(self.norm_self(x), mask=mask), drop, self.training)
        return x + F.dropout(self.feed(self.norm_feed(x)), drop, self.training)


class DecoderLayer(nn.Module):
    """Causal self-attention, cross-attention and feed-forward."""

    def __init__(self, sizes: Sizes) -> None:
        super().__init__()
        self.norm_self, self.norm_cross, self.norm_feed = Norm(sizes.width), Norm(sizes.width), Norm(sizes.width)
        self.attention = SelfAttention(sizes.width, sizes.heads)
        self.cross = CrossAttention(sizes.width, sizes.heads)
        self.feed = FeedForward(sizes.width, sizes.inner)

    def forward(self, x: Tensor, memory: Tensor, drop: float) -> Tensor:
        x = x + F.dropout(self.attention(self.norm_self(x), causal=True), drop, self.training)
        x = x + F.dropout(self.cross(self.norm_cross(x), memory), drop, self.training)
        return x + F.dropout(self.feed(self.norm_feed(x)), drop, self.training)


def positions(count: int, width: int) -> Tensor:
    """Sinusoids, first all sines and then all cosines; the exporter writes the same table."""
    place = torch.arange(count)[:, None].float()
    rate = torch.exp(-math.log(10000.0) * torch.arange(width // 2).float() / (width // 2 - 1))
    return torch.cat([torch.sin(place * rate), torch.cos(place * rate)], 1)


class Translator(nn.Module):
    """The whole model; `stream` is the dtype of the residual stream (bf16 on the accelerator)."""

    def __init__(self, sizes: Sizes, drop: float = 0.08, smoothing: float = 0.1, stream: torch.dtype = torch.float32) -> None:
        super().__init__()
        self.sizes, self.drop, self.smoothing, self.stream = sizes, drop, smoothing, stream
        # Rows up to a multiple of 64: the output matrix then fits the matrix units.
        rows = (sizes.vocabulary + 63) // 64 * 64
        self.embedding = nn.Embedding(rows, sizes.width)
        self.encoder = nn.ModuleList(EncoderLayer(sizes) for _ in range(sizes.encoder_layers))
        self.decoder = nn.ModuleList(DecoderLayer(sizes) for _ in range(sizes.decoder_layers))
        self.norm_encoder, self.norm_decoder = Norm(sizes.width), Norm(sizes.width)
        self.output_bias = nn.Parameter(torch.zeros(rows))
        self.register_buffer("positions", positions(512, sizes.width), persistent=False)
        self.scale = sizes.width ** 0.5
        self._initialise()

    def _initialise(self) -> None:
        nn.init.normal_(self.embedding.weight, 0, self.sizes.width ** -0.5)
        for name, module in self.named_modules():
            if isinstance(module, nn.Linear):
                nn.init.xavier_uniform_(module.weight)
                nn.init.zeros_(module.bias)
                # What is added to the stream starts small in proportion to how often something is added.
                if name.endswith(".out"):
                    adds = 2 * self.sizes.encoder_layers if name.startswith("encoder") else 3 * self.sizes.decoder_layers
                    module.weight.data.mul_(adds ** -0.5)

    def embed(self, ids: Tensor, first: int = 0) -> Tensor:
        """Embeddings with positions from `first` on, in the stream's dtype."""
        x = self.embedding(ids) * self.scale + self.positions[first:first + ids.shape[1]]
        return F.dropout(x.to(self.stream), self.drop, self.training)

    def encode(self, source: Tensor, mask: Tensor | None = None) -> Tensor:
        x = self.embed(source)
        for layer in self.encoder:
            x = layer(x, self.drop, mask)
        return self.norm_encoder(x)

    def decode(self, given: Tensor, memory: Tensor) -> Tensor:
        x = self.embed(given)
        for layer in self.decoder:
            x = layer(x, memory, self.drop)
        return self.norm_decoder(x)

    def forward(self, source: Tensor, given: Tensor, wanted: Tensor, teacher: Translator | None = None, trust: float = 0.0) -> Tensor:
        """The summed label-smoothed loss; `given` is `wanted` shifted right behind the tag.

        With a teacher, `trust` of what is wanted is the distribution that it expects at each place.
        """
        x = self.decode(given, self.encode(source))
        taught = None
        if teacher is not None:
            with torch.no_grad():
                rows = teacher.decode(given, teacher.encode(source)).flatten(0, 1).to(self.stream)
            taught = (rows, teacher.embedding.weight.detach(), teacher.output_bias.detach())
        with torch.autocast(x.device.type, enabled=False):
            return smoothed_loss(x.flatten(0, 1).to(self.stream), self.embedding.weight, self.output_bias,
                                 wanted.flatten(), self.smoothing, taught, trust)
