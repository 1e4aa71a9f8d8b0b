import math
import sys
import unittest
from pathlib import Path

import numpy as np
import torch

sys.path.insert(0, str(Path(__file__).parent.parent))
import losses  # noqa: E402
from integers import correct_means  # noqa: E402
from labels import AGES, STARTS, group_of  # noqa: E402
from layers import Layer  # noqa: E402
from lite import SOME  # noqa: E402
from network import SIZE, FaceNetwork, Teacher, WholeNetwork, age_basis  # noqa: E402
from views import SIDE, as_input, cut, varied  # noqa: E402


class Network(unittest.TestCase):
    def test_splines_add_up_to_one_everywhere(self):
        np.testing.assert_allclose(age_basis().sum(0), np.ones(AGES), atol=1e-5)

    def test_answers_have_the_promised_shapes(self):
        answer = FaceNetwork().eval()(torch.zeros(2, 3, SIZE, SIZE))
        self.assertEqual({name: tuple(value.shape) for name, value in answer.items()}, {"male": (2,), "ages": (2, AGES), "face": (2,), "up": (2, 2)})

    def test_a_short_network_answers_nearly_as_its_teacher_without_the_blocks_that_it_lacks(self):
        torch.manual_seed(1)
        teacher, network = Teacher(), FaceNetwork()
        network.learn_from(teacher)
        for stage, kept in zip(teacher.body.stages(), SOME):
            for i, block in enumerate(stage):
                if i not in kept:
                    block.layers[2].norm.weight.data.zero_()
        x = torch.rand(2, 3, SIZE, SIZE) * 2 - 1
        with torch.no_grad():
            features, short = teacher.eval().body(x), network.eval().body(x)
        self.assertLess(float((features - short).abs().max()), 1e-4)

    def whole(self):
        """A network whose layers give neither tiny nor huge numbers, and the same in integers."""
        torch.manual_seed(1)
        network, x = FaceNetwork(), torch.rand(8, 3, SIZE, SIZE) * 2 - 1
        for layer in network.modules():
            if isinstance(layer, Layer):
                layer.norm.momentum = 1.0
        network.train()(x)
        whole = WholeNetwork(network.eval()).eval()
        whole.measure(network, x)
        return network, whole, x

    def test_integers_answer_nearly_the_same(self):
        network, whole, x = self.whole()
        with torch.no_grad():
            # With random weights, the errors grow from layer to layer.
            features, rounded = (one.body.blocks[:2](one.body.first(one.body.stem(x))) for one in (network, whole))
        self.assertLess(float((features - rounded).norm() / features.norm()), 0.15)

    def test_layers_in_integers_give_multiples_of_their_step(self):
        _, whole, x = self.whole()
        body = whole.body
        with torch.no_grad():
            stem = body.stem(x)
            linear = body.first(stem)
            added = body.blocks[:2](linear)
        for result, layer, low, high in (
            (stem, body.stem, 0, 255),
            (linear, body.first[1], -128, 127),
            (added, body.blocks[1].layers[2], -128, 127),
        ):
            steps = result / layer.step()
            self.assertLess(float((steps - steps.round()).abs().max()), 1e-3)
            self.assertTrue(low - 0.01 <= float(steps.min()) and float(steps.max()) <= high + 0.01)

    def test_corrected_biases_give_the_means_of_the_network(self):
        network, whole, x = self.whole()

        def away():
            with torch.no_grad():
                features, rounded = (one.body.first(one.body.stem(x)).mean((0, 2, 3)) for one in (network, whole))
            return float((features - rounded).abs().max())

        before = away()
        correct_means(network, whole, x)
        self.assertLess(away(), before / 3)

    def test_the_blocks_of_a_stage_have_the_same_step(self):
        _, whole, _ = self.whole()
        for stage in whole.body.stages():
            self.assertEqual(len({float(block.layers[2].most) for block in stage}), 1)


class Losses(unittest.TestCase):
    def setUp(self):
        self.loss = losses.AgeLoss("cpu", torch.ones(len(STARTS)))

    def test_the_right_group_costs_least(self):
        logits = -((torch.arange(AGES).float() - 34) ** 2)[None] / 50
        costs = [float(self.loss.grouped(logits, torch.tensor([group]))) for group in range(9)]
        self.assertEqual(int(np.argmin(costs)), 4)

    def test_a_group_further_away_costs_more(self):
        logits = -((torch.arange(AGES).float() - 34) ** 2)[None] / 50
        costs = [float(self.loss.grouped(logits, torch.tensor([group]))) for group in (4, 5, 6, 7)]
        self.assertEqual(costs, sorted(costs))

    def test_the_exact_age_costs_least(self):
        def cost(age):
            logits = -((torch.arange(AGES).float() - age) ** 2)[None] / 18
            return float(self.loss.exact(logits, torch.tensor([81.0]), torch.tensor([3.0])))

        self.assertLess(cost(81), cost(74))
        self.assertLess(cost(74), cost(60))

    def test_groups_begin_where_fairface_says(self):
        self.assertEqual(group_of(torch.tensor([0, 2, 3, 9, 10, 69, 70, 100])).tolist(), [0, 0, 1, 1, 2, 7, 8, 8])


class Views(unittest.TestCase):
    def setUp(self):
        # A picture whose upper half is white.
        self.pictures = torch.zeros(1, 224, 224, 3, dtype=torch.uint8)
        self.pictures[:, :112] = 255

    def test_a_square_shows_the_picture_as_it_is(self):
        x = cut(self.pictures, torch.tensor([0]), torch.tensor([[0.5, 0.5, 1 / SIDE, 0.0]]), 64)
        self.assertGreater(float(x[0, :, :30].mean()), 250)
        self.assertLess(float(x[0, :, 34:].mean()), 5)

    def test_a_square_turned_clockwise_shows_the_top_at_its_left(self):
        x = cut(self.pictures, torch.tensor([0]), torch.tensor([[0.5, 0.5, 0.5, math.pi / 2]]), 64)
        self.assertGreater(float(x[0, :, :, :30].mean()), 250)
        self.assertLess(float(x[0, :, :, 34:].mean()), 5)

    def test_bytes_become_numbers_around_zero(self):
        self.assertEqual(as_input(torch.tensor([0.0, 128.0, 255.0])).tolist(), [-1.0, 0.0, 127 / 128])

    def test_varied_pictures_stay_in_range(self):
        torch.manual_seed(2)
        index = torch.zeros(16, dtype=torch.long)
        x = varied(self.pictures, index, torch.tensor([[0.5, 0.5, 0.6, 0.0]]).repeat(16, 1), SIZE, torch.zeros(16, dtype=torch.bool))
        self.assertEqual(tuple(x.shape), (16, 3, SIZE, SIZE))
        self.assertTrue(bool((x >= -1).all() and (x < 1).all()))


if __name__ == "__main__":
    unittest.main()
