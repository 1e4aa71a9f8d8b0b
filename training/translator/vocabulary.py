"""The subword vocabulary and the few ids that every stage must agree on."""
from __future__ import annotations

import os
from collections.abc import Sequence

PAD, UNK, BOS, EOS = 0, 1, 2, 3

# Typographic variants carry no meaning the model should spend capacity on; the corpus is
# already written with the plain forms, so text to be translated must be brought to them too.
_PLAIN = str.maketrans({
    "“": '"', "”": '"', "„": '"', "«": '"', "»": '"',
    "‘": "'", "’": "'", "‚": "'", "´": "'", "`": "'",
    "…": "...", "\u2010": "-", "\u2011": "-", "\u00a0": " ", "\u202f": " ",
})


def normalise(text: str) -> str:
    """Plain quotation marks and single spaces, exactly as at inference time."""
    return " ".join(text.translate(_PLAIN).split())


class Vocabulary:
    """A SentencePiece model whose special ids have been checked once."""

    def __init__(self, path: str) -> None:
        # Imported late, so that the pure parts and their tests run without SentencePiece.
        import sentencepiece

        self.path = path
        self.pieces = sentencepiece.SentencePieceProcessor(model_file=path)
        self.size: int = self.pieces.get_piece_size()
        self.to_spanish: int = self.pieces.piece_to_id("<2es>")
        self.to_english: int = self.pieces.piece_to_id("<2en>")
        found = (self.pieces.pad_id(), self.pieces.unk_id(), self.pieces.bos_id(), self.pieces.eos_id())
        if found != (PAD, UNK, BOS, EOS) or min(self.to_spanish, self.to_english) <= EOS:
            raise ValueError(f"Use a vocabulary with ids 0-3 for pad, unk, bos, eos and with both tags: {found}")
        if self.size > 65535:
            raise ValueError(f"Use at most 65535 pieces, shards hold 16 bits a token: {self.size}")

    def tag(self, language: str) -> int:
        """The first token, which asks for a target language ("es" or "en")."""
        return {"es": self.to_spanish, "en": self.to_english}[language]

    @property
    def unspeakable(self) -> tuple[int, ...]:
        """Ids a translation never contains."""
        return (PAD, UNK, BOS, self.to_spanish, self.to_english)

    def encode(self, lines: Sequence[str], threads: int | None = None) -> list[list[int]]:
        """Ids of each line, without tag and end marker; a tag written in the text is no tag."""
        encoded = self.pieces.encode(list(lines), out_type=int, num_threads=threads or os.cpu_count() or 1)
        tags = {self.to_spanish, self.to_english}
        return [ids if tags.isdisjoint(ids) else [i for i in ids if i not in tags] for ids in encoded]

    def decode(self, ids: Sequence[Sequence[int]]) -> list[str]:
        """Text of each id sequence; stray control ids are dropped."""
        tags = (self.to_spanish, self.to_english)
        clean = [[i for i in row if i > EOS and i not in tags] for row in ids]
        return self.pieces.decode(clean, num_threads=os.cpu_count() or 1) if clean else []
