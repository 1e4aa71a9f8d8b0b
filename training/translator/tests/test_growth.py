import unittest

try:
    import torch
except ImportError as error:
    raise unittest.SkipTest("torch is missing") from error

import numpy as np

from deepen import deepen, encoder_layers, places
from model import Sizes, Translator
from pack import from_bytes, to_bytes
from rounding import Rounding, rounded, whole_numbers
from tests.test_model import SIZES, model

DEEPER = Sizes(**(SIZES.as_dict() | {"encoder_layers": 3}))


def deeper_of(m: Translator) -> Translator:
    made = Translator(DEEPER, drop=0.0)
    made.load_state_dict(deepen(dict(m.named_parameters()), 3))
    made.scale = m.scale
    return made


class Deepening(unittest.TestCase):
    def test_new_layers_lie_between_the_old_ones(self):
        self.assertEqual(places(6, 9), [0, -1, 1, 2, -3, 3, 4, -5, 5])
        self.assertEqual(places(6, 12), [0, -1, 1, -2, 2, -3, 3, -4, 4, -5, 5, -6])
        self.assertEqual(places(2, 3), [0, -1, 1])
        self.assertEqual(places(2, 2), [0, 1])

    def test_a_deeper_model_begins_exactly_as_the_shallow_one(self):
        m = model()
        grown = deeper_of(m)
        self.assertEqual(encoder_layers(dict(grown.named_parameters())), 3)
        source = torch.tensor([[4, 10, 11, 12, 3]])
        with torch.no_grad():
            self.assertTrue(torch.equal(grown.encode(source), m.encode(source)))

    def test_new_layers_learn_from_the_first_step(self):
        grown = deeper_of(model())
        grown(torch.tensor([[4, 10, 11, 3]]), torch.tensor([[4, 20, 21]]), torch.tensor([[20, 21, 3]])).backward()
        self.assertGreater(grown.encoder[1].feed.out.weight.grad.abs().max().item(), 0)
        self.assertGreater(grown.encoder[1].attention.out.weight.grad.abs().max().item(), 0)

    def test_fewer_layers_than_there_are_is_refused(self):
        with self.assertRaisesRegex(ValueError, "at least as many"):
            deepen(dict(model().named_parameters()), 1)


class WhatIsShipped(unittest.TestCase):
    def test_training_rounds_as_the_exporter_does(self):
        try:
            from onnx_graph import quantise
        except ImportError:
            self.skipTest("onnx is missing")
        torch.manual_seed(0)
        weight = torch.randn(40, 24)
        weight[3] = 0
        for bits in (7, 8):
            narrow, scale = quantise(weight.T.numpy(), bits)
            numbers, mine = whole_numbers(weight, bits)
            np.testing.assert_array_equal(numbers.T.numpy(), narrow)
            np.testing.assert_allclose(mine[:, 0].numpy(), scale, rtol=1e-6)
            np.testing.assert_allclose(rounded(weight, bits).T.numpy(), narrow * scale, rtol=1e-6)

    def test_weights_are_rounded_inside_the_block_and_exact_behind_it(self):
        m = model()
        exact = [p.detach().clone() for p in m.parameters()]
        rounding = Rounding(m)
        for _ in range(2):
            with rounding.applied():
                for p, before in zip(m.parameters(), exact):
                    self.assertTrue(torch.equal(p, rounded(before)))
                m(torch.tensor([[4, 10, 11, 3]]), torch.tensor([[4, 20, 21]]), torch.tensor([[20, 21, 3]])).backward()
            self.assertTrue(all(torch.equal(p, before) for p, before in zip(m.parameters(), exact)))
        self.assertTrue(all(p.grad is not None for p in m.parameters()))

    def test_an_error_inside_the_block_leaves_exact_weights(self):
        m = model()
        before = m.embedding.weight.detach().clone()
        with self.assertRaises(KeyError), Rounding(m).applied():
            raise KeyError
        self.assertTrue(torch.equal(m.embedding.weight, before))

    def test_seven_bits_on_a_journey_are_the_seven_bits_that_are_shipped(self):
        weights = {n: p.detach().half() for n, p in model().named_parameters()}
        back = from_bytes(to_bytes({"sizes": SIZES.as_dict(), "about": {}, "weights": weights}, bits=7))["weights"]
        for name, value in weights.items():
            if value.ndim == 2:
                self.assertTrue(torch.equal(whole_numbers(back[name].float())[0], whole_numbers(value.float())[0]))
                torch.testing.assert_close(back[name].float(), rounded(value.float()))


if __name__ == "__main__":
    unittest.main()
