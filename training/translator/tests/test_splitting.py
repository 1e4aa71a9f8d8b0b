import unittest

try:
    import torch
except ImportError as error:
    raise unittest.SkipTest("torch is missing") from error

import numpy as np

from batches import PairStore
from shards import Shard
from splitting import Splitter, split_table, ways_to_split
from vocabulary import EOS

PIECES = ["<pad>", "<unk>", "<bos>", "<eos>", "▁house", "▁ho", "use", "▁", "house", "u", "se", "x", "▁abc", "▁a", "b", "c"]
IDS = {piece: number for number, piece in enumerate(PIECES) if number > EOS}
SCORES = {piece: -float(number) for piece, number in IDS.items()}
CPU = torch.device("cpu")


def splitter() -> Splitter:
    return Splitter(split_table(SCORES, IDS, len(PIECES)), CPU)


def text(tokens) -> str:
    return "".join(PIECES[i] for i in tokens)


class Splitting(unittest.TestCase):
    def test_the_likeliest_split_comes_first_and_few_parts_before_many(self):
        self.assertEqual(ways_to_split("▁house", SCORES), [("▁ho", "use"), ("▁", "house")])
        self.assertEqual(ways_to_split("▁abc", SCORES), [("▁a", "b", "c")])
        self.assertEqual(ways_to_split("x", SCORES), [])

    def test_the_text_stays_and_places_tell_where_each_token_begins(self):
        tokens = torch.tensor([IDS["▁house"], IDS["x"], IDS["▁abc"], EOS] * 50, dtype=torch.int32)
        made, begins = splitter().split_twice(tokens, 0.5, seed=7)
        self.assertEqual(text(made), text(tokens))
        self.assertGreater(made.numel(), tokens.numel())
        self.assertEqual(int(begins[-1]), made.numel())
        for place, token in enumerate(tokens.tolist()):
            self.assertEqual(text(made[begins[place]:begins[place + 1]]), PIECES[token])

    def test_nothing_is_split_at_rate_0_and_everything_that_can_be_at_1(self):
        tokens = torch.tensor([IDS["▁house"], IDS["x"], EOS], dtype=torch.int32)
        generator = torch.Generator().manual_seed(1)
        self.assertEqual(splitter().split(tokens, 0.0, generator)[0].tolist(), tokens.tolist())
        self.assertEqual(splitter().split(tokens, 1.0, generator)[1].tolist(), [0, 2, 3, 4])

    def test_a_seed_gives_the_same_splits_again_and_another_gives_others(self):
        tokens = torch.tensor([IDS["▁house"]] * 200, dtype=torch.int32)
        first, again, other = (splitter().split_twice(tokens, 0.3, seed)[0].tolist() for seed in (1, 1, 2))
        self.assertEqual(first, again)
        self.assertNotEqual(first, other)


class SplitEpochs(unittest.TestCase):
    def test_sources_of_a_batch_are_the_same_text_in_other_pieces_and_targets_are_untouched(self):
        pair = [IDS["▁house"], IDS["▁abc"], EOS, IDS["▁abc"], IDS["x"], EOS]
        store = PairStore(CPU, 20, 21, tokens_a_batch=64, longest=32, splitter=splitter())
        store.add([Shard("g", 0, 2, "", np.array(pair * 400, np.uint16))], {})
        epoch = store.plan(3, split_rate=0.5)
        lengths = set()
        for which in epoch.batches:
            source, _, wanted = store.batch(epoch, which)
            lengths.add(source.shape[1])
            for row, target, english in zip(source, wanted, epoch.english_source[which[0]:which[1]]):
                self.assertEqual(text(row[1:-1]), "▁house▁abc" if english else "▁abcx")
                self.assertEqual([i for i in target.tolist() if i > EOS], [IDS["▁abc"], IDS["x"]] if english else [IDS["▁house"], IDS["▁abc"]])
        self.assertGreater(len(lengths), 1)

    def test_a_sentence_that_would_grow_too_long_stays_whole(self):
        store = PairStore(CPU, 20, 21, tokens_a_batch=64, longest=4, splitter=splitter())
        store.add([Shard("g", 0, 2, "", np.array([IDS["▁house"], IDS["▁abc"], EOS, IDS["x"], EOS] * 50, np.uint16))], {})
        epoch = store.plan(1, split_rate=1.0)
        self.assertTrue((epoch.source_length <= 4).all())


if __name__ == "__main__":
    unittest.main()
