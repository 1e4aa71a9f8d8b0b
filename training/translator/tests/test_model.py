import copy
import unittest
from unittest import mock

try:
    import torch
    import torch.nn.functional as F
except ImportError as error:
    raise unittest.SkipTest("torch is missing") from error

import numpy as np

import backtranslation
import loss
from backtranslation import pair_shard
from batches import PairStore
from checkpoint import Average
from decoding import Speaker, beam_batch, greedy_batch, limit, translate
from model import Sizes, Translator
from muon import Muon, orthogonalise
from pack import from_bytes, to_bytes
from shards import BOTH, TO_ENGLISH, TO_SPANISH, Shard
from vocabulary import EOS, PAD

SIZES = Sizes(70, width=32, inner=64, encoder_layers=2, decoder_layers=2, heads=4)


class Words:
    """As much of a vocabulary as the decoder needs."""

    size, to_spanish, to_english, unspeakable = 70, 4, 5, (0, 1, 2, 4, 5)


def model(seed: int = 0) -> Translator:
    torch.manual_seed(seed)
    made = Translator(SIZES, drop=0.0)
    with torch.no_grad():
        # Large random weights: an untrained model would say one word for ever, and any mistake would go unseen.
        for p in made.parameters():
            if p is made.embedding.weight:
                p.mul_(8)
            elif p.ndim == 2:
                p.mul_(3)
            else:
                p.add_(torch.randn_like(p) * 0.05)
        made.output_bias[EOS] += 12
    made.scale = 0.3  # else the tied embedding repeats the last word
    return made


class Loss(unittest.TestCase):
    def test_the_chunked_loss_and_its_gradients_equal_those_of_torch(self):
        torch.manual_seed(1)
        rows = loss.ROWS
        loss.ROWS = 16  # several chunks and a padded one
        try:
            x, w, b = torch.randn(37, 8, requires_grad=True), torch.randn(20, 8, requires_grad=True), torch.randn(20, requires_grad=True)
            wanted = torch.randint(0, 20, (37,))
            wanted[5] = PAD
            (3 * loss.smoothed_loss(x, w, b, wanted, 0.1)).backward()
            ours = [t.grad.clone() for t in (x, w, b)]
            for t in (x, w, b):
                t.grad = None
            expected = F.cross_entropy(F.linear(x, w, b), wanted, ignore_index=PAD, label_smoothing=0.1, reduction="sum")
            (3 * expected).backward()
            self.assertAlmostEqual(loss.smoothed_loss(x, w, b, wanted, 0.1).item(), expected.item(), places=3)
            for mine, theirs in zip(ours, (x, w, b)):
                torch.testing.assert_close(mine, theirs.grad, rtol=1e-4, atol=1e-4)
        finally:
            loss.ROWS = rows

    def test_a_teacher_is_trusted_for_its_part_of_what_is_wanted(self):
        torch.manual_seed(1)
        rows = loss.ROWS
        loss.ROWS = 16
        try:
            x, w, b = torch.randn(37, 8, requires_grad=True), torch.randn(20, 8, requires_grad=True), torch.randn(20, requires_grad=True)
            teacher = (torch.randn(37, 8), torch.randn(20, 8), torch.randn(20))
            wanted = torch.randint(1, 20, (37,))
            goal = 0.7 * (0.9 * F.one_hot(wanted, 20) + 0.1 / 20) + 0.3 * F.linear(*teacher).softmax(-1)
            expected = F.cross_entropy(F.linear(x, w, b), goal, reduction="sum")
            expected.backward()
            theirs = [t.grad.clone() for t in (x, w, b)]
            for t in (x, w, b):
                t.grad = None
            ours = loss.smoothed_loss(x, w, b, wanted, 0.1, teacher, 0.3)
            ours.backward()
            self.assertAlmostEqual(ours.item(), expected.item(), places=3)
            for mine, other in zip((x, w, b), theirs):
                torch.testing.assert_close(mine.grad, other, rtol=1e-4, atol=1e-4)
        finally:
            loss.ROWS = rows


class Decoding(unittest.TestCase):
    sources = [[10, 11, 12], [20, 21, 22, 23, 24, 25, 26], [30], [31, 32, 33, 34, 35, 36, 37, 38, 39, 40]]

    def full_greedy(self, m: Translator, source: list[int], tag: int, places: int) -> list[int]:
        """The slow way: the whole prefix each time, no cache, no padding."""
        bias = m.output_bias.clone()
        bias[list(Words.unspeakable)] = -1e9
        bias[Words.size:] = -1e9
        memory = m.encode(torch.tensor([[tag, *source, EOS]]))
        said = [tag]
        while len(said) <= places:
            last = int(F.linear(m.decode(torch.tensor([said]), memory)[0, -1], m.embedding.weight, bias).argmax())
            if last == EOS:
                break
            said.append(last)
        return said[1:]

    def test_padded_cached_decoding_says_what_the_whole_model_says(self):
        m = model().eval()
        speaker = Speaker(m, Words())
        with torch.no_grad():
            expected = [self.full_greedy(m, s, 4, 28) for s in self.sources]
        self.assertGreater(len({word for e in expected for word in e}), 4)
        self.assertGreater(len({len(e) for e in expected}), 1)
        cut = [e[:limit(len(s) + 2, 28)] for e, s in zip(expected, self.sources)]
        self.assertEqual(greedy_batch(speaker, self.sources, 4, cap=28), cut)
        self.assertEqual([greedy_batch(speaker, [s], 4, cap=28)[0] for s in self.sources], cut)

    def test_a_beam_of_one_is_greedy_and_a_wider_one_is_never_less_likely(self):
        m = model(3).eval()
        speaker = Speaker(m, Words())
        greedy = greedy_batch(speaker, self.sources, 5, cap=20)
        self.assertEqual(beam_batch(speaker, self.sources, 5, 1, cap=20), greedy)

        def likelihood(source: list[int], said: list[int]) -> float:
            with torch.no_grad():
                logits = speaker.logits(m.decode(torch.tensor([[5, *said]]), m.encode(torch.tensor([[5, *source, EOS]])))[0])
            wanted = torch.tensor([*said, EOS])
            return -F.cross_entropy(logits, wanted).item()

        wide = beam_batch(speaker, self.sources, 5, 6, cap=20, alpha=1.0)
        alone = [beam_batch(speaker, [s], 5, 6, cap=20)[0] for s in self.sources]
        for source, a, b, c in zip(self.sources, greedy, wide, alone):
            if len(a) < 20 and len(b) < 20:
                self.assertGreaterEqual(likelihood(source, b), likelihood(source, a) - 1e-4)
            if len(source) == 10:  # the longest: same limit alone and in company
                self.assertEqual(b, c)

    def test_narrow_layers_say_nearly_the_same(self):
        m = model().eval()
        wide, narrow = Speaker(m, Words()), Speaker(m, Words(), list(m.parameters()), narrow=True)
        self.assertEqual(narrow.model.encoder[0].feed.out.weight.dtype, torch.bfloat16)
        self.assertEqual(narrow.model.embedding.weight.dtype, torch.float32)
        for beams in (1, 3):
            first = [[row[:1] for row in translate(s, self.sources, 4, beams=beams)] for s in (wide, narrow)]
            self.assertEqual(*first)
        self.assertEqual(m.encoder[0].feed.out.weight.dtype, torch.float32)

    def test_translate_keeps_the_order_of_its_input(self):
        speaker = Speaker(model(), Words())
        one_by_one = [translate(speaker, [s], 4)[0] for s in self.sources]
        self.assertEqual(translate(speaker, self.sources, 4, tokens=12), one_by_one)


class Batches(unittest.TestCase):
    def store(self, tokens: int = 40) -> PairStore:
        store = PairStore(torch.device("cpu"), 4, 5, tokens, 20)
        store.add([pair_shard([([10, 11, 12], [20, 21])] * 3 + [([13, 14], [22, 23, 24, 25])] * 2, "a", BOTH),
                   pair_shard([([15] * 3, [25] * 5)] * 4, "b", TO_ENGLISH),
                   pair_shard([([15] * 30, [25])], "long", BOTH)], {"b": 2})
        return store

    def test_an_epoch_holds_every_pair_by_weight_and_direction(self):
        epoch = self.store().plan(1)
        self.assertEqual(int(epoch.english_source.sum()), 5)
        self.assertEqual(int((~epoch.english_source).sum()), 5 + 8)
        self.assertTrue(all((epoch.source_length[a:b] == s).all() and epoch.target_length[a:b].max() <= t for a, b, s, t in epoch.batches))
        self.assertTrue(all((b - a) * max(s, t) <= 40 or b - a == 2 for a, b, s, t in epoch.batches))

    def test_a_batch_has_tag_tokens_and_end_in_their_places(self):
        store = self.store()
        epoch = store.plan(1)
        seen = set()
        for which in epoch.batches:
            source, given, wanted = store.batch(epoch, which)
            for s, g, w in zip(source.tolist(), given.tolist(), wanted.tolist()):
                self.assertEqual((s[0], g[0], s[-1]), (g[0], s[0], EOS))
                self.assertEqual(g[1:], w[:-1])
                words = w[:w.index(EOS)]
                self.assertTrue(all(i == PAD for i in w[w.index(EOS) + 1:]))
                seen.add((s[0], tuple(s[1:-1]), tuple(words)))
        self.assertEqual(seen, {(4, (10, 11, 12), (20, 21)), (5, (20, 21), (10, 11, 12)), (4, (13, 14), (22, 23, 24, 25)),
                                (5, (22, 23, 24, 25), (13, 14)), (5, (25,) * 5, (15,) * 3)})

    def test_silenced_groups_are_not_drawn(self):
        store = self.store()
        store.silence({"a"})
        self.assertEqual(store.plan(1).pair.size, 8)

    def test_groups_get_other_weights_but_silenced_ones_stay_silent(self):
        store = self.store()
        before = store.plan(1).pair.size
        store.weigh({"a": 0.0, "unknown": 5.0})
        self.assertEqual(store.plan(1).pair.size, 8)
        store.weigh({"a": 1.0})
        self.assertEqual(store.plan(1).pair.size, 8)
        self.assertGreater(before, 8)


class Training(unittest.TestCase):
    def test_muon_makes_updates_nearly_orthogonal(self):
        torch.manual_seed(0)
        made = orthogonalise(torch.randn(3, 24, 16)).float()
        values = torch.linalg.svdvals(made)
        self.assertTrue(((values > 0.5) & (values < 1.5)).all())

    def test_a_few_steps_learn_to_copy_a_batch(self):
        torch.manual_seed(0)
        m = Translator(SIZES, drop=0.0)
        matrices = [p for n, p in m.named_parameters() if p.ndim == 2 and "embedding" not in n]
        others = [p for n, p in m.named_parameters() if p.ndim != 2 or "embedding" in n]
        optimisers = [Muon(matrices, 0.01, 32), torch.optim.AdamW(others, lr=5e-3)]
        average = Average(m, 0.1)
        source = torch.cat([torch.full((8, 1), 4), torch.randint(6, 70, (8, 5)), torch.full((8, 1), EOS)], 1)
        wanted = torch.cat([source[:, 1:-1], torch.full((8, 1), EOS), torch.zeros(8, 2, dtype=torch.long)], 1)
        given = torch.cat([source[:, :1], wanted[:, :-1]], 1)
        losses = []
        for step in range(60):
            value = m(source, given, wanted) / 48
            value.backward()
            for optimiser in optimisers:
                optimiser.step()
                optimiser.zero_grad()
            average.update(step)
            losses.append(value.item())
        self.assertLess(losses[-1], 0.5 * losses[0])

    def test_the_teacher_follows_the_average_and_learns_nothing_itself(self):
        m = model()
        average = Average(m, 0.5, every=1)
        teacher = average.as_teacher(m)
        with torch.no_grad():
            m.embedding.weight.add_(1)
        average.update(2000)
        self.assertTrue(all(torch.equal(own, value) for own, value in zip(teacher.parameters(), average.values, strict=True)))
        self.assertFalse(torch.equal(teacher.embedding.weight, m.embedding.weight))
        batch = torch.tensor([[4, 10, 11, 3]]), torch.tensor([[4, 20, 21]]), torch.tensor([[20, 21, 3]])
        plain, taught = m(*batch), m(*batch, teacher, 0.4)
        self.assertNotEqual(plain.item(), taught.item())
        taught.backward()
        self.assertTrue(all(p.grad is None for p in teacher.parameters()))

    def test_optimiser_state_survives_a_round_trip(self):
        m = model()
        matrices = [p for n, p in m.named_parameters() if p.ndim == 2 and "embedding" not in n]
        first = Muon(matrices, 0.01, 32)
        for p in matrices:
            p.grad = torch.randn_like(p)
        first.step()
        second = Muon(matrices, 0.01, 32)
        second.load_state_dict(copy.deepcopy(first.state_dict()))
        torch.testing.assert_close(second.state[matrices[0]]["momentum"], first.state[matrices[0]]["momentum"])


class Letters:
    """A vocabulary whose words are the ids themselves."""

    def tag(self, language):
        return language

    def encode(self, lines):
        return [[int(w) for w in line.split()] for line in lines]

    def decode(self, rows):
        return [" ".join(map(str, row)) for row in rows]


class Speaking:
    vocabulary = Letters()


class BackTranslation(unittest.TestCase):
    def test_the_real_sentence_is_the_target_of_back_and_the_source_of_forward_pairs(self):
        asked = []

        def translate_backwards(speaker, sources, tag, **_):
            asked.append(tag)
            return [row[::-1] if row[0] != 99 else [99] * 40 for row in sources]

        texts = [Shard("m", 0, 1, language, np.array([10, 11, 12, EOS, 99, EOS, 13, 14, EOS], np.uint16)) for language in ("en", "es")]
        with mock.patch.object(backtranslation, "translate", translate_backwards):
            made = backtranslation.back_translate(Speaking(), texts, lambda *_: None)
        self.assertEqual(asked, ["es", "en"])
        self.assertEqual([(s.group, s.direction) for s in made],
                         [("back-en", TO_ENGLISH), ("forward-en", TO_SPANISH), ("back-es", TO_SPANISH), ("forward-es", TO_ENGLISH)])
        self.assertEqual(made[0].sentences(), [[[10, 11, 12], [12, 11, 10]], [[13, 14], [14, 13]]])
        self.assertEqual(made[2].sentences(), [[[12, 11, 10], [10, 11, 12]], [[14, 13], [13, 14]]])

    def test_with_a_time_limit_the_smaller_text_comes_first_and_the_rest_is_left(self):
        clock = iter(range(0, 1000))
        texts = [Shard("m", 0, 1, "en", np.array([10, 11, EOS] * 50, np.uint16)), Shard("m", 0, 1, "es", np.array([12, 13, EOS] * 4, np.uint16))]
        with mock.patch.object(backtranslation, "translate", lambda speaker, sources, tag, **_: sources), \
                mock.patch.object(backtranslation, "PIECE", 4), mock.patch.object(backtranslation.time, "time", lambda: next(clock)):
            made = backtranslation.back_translate(Speaking(), texts, lambda *_: None, seconds=8, beams=2)
        self.assertEqual([s.group for s in made], ["back-es", "forward-es", "back-en", "forward-en"])
        rows = [len(s.sentences()) for s in made]
        self.assertEqual(rows[0], 4)
        self.assertTrue(0 < rows[2] < 50 and rows[2] % 4 == 0, rows)


class Packing(unittest.TestCase):
    def test_a_checkpoint_survives_the_journey(self):
        weights = {n: p.detach().half() for n, p in model().named_parameters()}
        checkpoint = {"sizes": SIZES.as_dict(), "about": {"step": 1}, "weights": weights}
        back = from_bytes(to_bytes(checkpoint))
        self.assertEqual(back["sizes"], checkpoint["sizes"])
        self.assertTrue(all(torch.equal(back["weights"][n], w) for n, w in weights.items()))
        narrow = from_bytes(to_bytes(checkpoint, bits=8))["weights"]
        for name, value in weights.items():
            np.testing.assert_allclose(narrow[name].float(), value.float(), atol=float(value.float().abs().max()) / 100)


if __name__ == "__main__":
    unittest.main()
