import unittest

try:
    import torch
except ImportError as error:
    raise unittest.SkipTest("torch is missing") from error

from deepen import deepen, encoder_layers, places
from model import Sizes, Translator
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


if __name__ == "__main__":
    unittest.main()
