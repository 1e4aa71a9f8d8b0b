"""Train the shared subword vocabulary on both sides of the corpus.

    python3 train_sentencepiece.py CORPUS data/spm

Unigram pieces with byte fallback, so that nothing is ever unknown; digits stand alone, so that
numbers are copied digit by digit; the two tags are pieces of their own.
"""
from __future__ import annotations

import argparse
import glob
import json
import os
import random
import tempfile

from prepare import group_of, read_pairs


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus")
    parser.add_argument("prefix", help="PREFIX.model and PREFIX.vocab are written")
    parser.add_argument("--pieces", type=int, default=16_000)
    parser.add_argument("--sentences", type=int, default=3_000_000, help="lines drawn, by the weights of the groups")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    import sentencepiece

    rng = random.Random(options.seed)
    with open(os.path.join(options.corpus, "weights.json"), encoding="utf8") as file:
        weights = json.load(file)
    with tempfile.TemporaryDirectory() as folder:
        text = os.path.join(folder, "text")
        with open(text, "w", encoding="utf8") as out:
            for path in sorted(glob.glob(os.path.join(options.corpus, "*.tsv.xz"))):
                weight = min(1.0, weights.get(group_of(path), 1.0))
                for english, spanish, _ in read_pairs(path)[1]:
                    if rng.random() < weight:
                        out.write(f"{english}\n{spanish}\n")
        sentencepiece.SentencePieceTrainer.train(
            input=text, model_prefix=options.prefix, vocab_size=options.pieces, model_type="unigram",
            byte_fallback=True, split_digits=True, character_coverage=0.9995, normalization_rule_name="identity",
            input_sentence_size=options.sentences, shuffle_input_sentence=True, num_threads=os.cpu_count() or 1,
            pad_id=0, unk_id=1, bos_id=2, eos_id=3, user_defined_symbols=["<2es>", "<2en>"], max_sentence_length=4192,
        )


if __name__ == "__main__":
    main()
