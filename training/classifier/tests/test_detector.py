import math
import sys
import unittest
from pathlib import Path

import torch

sys.path.insert(0, str(Path(__file__).parent.parent))
from composites import Composites, Sheet, put_masks_on  # noqa: E402
from detector import GRIDS, NUMBERS, SIZE, FaceDetector, WholeDetector, cells, squares  # noqa: E402
from layers import Layer, unfold  # noqa: E402
from train_detector import targets  # noqa: E402

CELLS = sum(count * count for count, _, _ in GRIDS)


def grids():
    return torch.cat([torch.full((count * count,), i) for i, (count, _, _) in enumerate(GRIDS)])


class Detector(unittest.TestCase):
    def test_every_cell_answers_in_floating_point_and_in_integers(self):
        detector = FaceDetector().eval()
        x = torch.rand(1, 3, SIZE, SIZE) * 2 - 1
        whole = WholeDetector(FaceDetector()).eval()
        whole.measure(x)
        with torch.no_grad():
            self.assertEqual(tuple(detector(x).shape), (1, CELLS, NUMBERS))
            self.assertEqual(tuple(whole(x).shape), (1, CELLS, NUMBERS))

    def test_a_cell_that_says_nothing_new_has_its_own_centre_and_the_usual_box(self):
        numbers = torch.zeros(1, CELLS, NUMBERS)
        numbers[..., 4] = 1
        score, square = squares(numbers)
        centres, usual = cells("cpu")
        self.assertTrue(torch.allclose(square[0, :, :2], centres) and torch.allclose(square[0, :, 2], usual))
        self.assertTrue(bool((score == 0.5).all() and (square[..., 3] == 0).all()))

    def test_a_face_is_taught_to_the_cells_of_its_grid_near_its_centre(self):
        centres, usual = cells("cpu")
        for box, grid in ((0.06, 0), (0.2, 1), (0.7, 2)):
            square = torch.tensor([[[0.4, 0.6, box, 0.3]]])
            kind, which = targets(square, torch.ones(1, 1), centres, usual, grids())
            taught = (kind[0] == 1).nonzero()[:, 0]
            self.assertGreater(len(taught), 0)
            self.assertEqual(set(grids()[taught].tolist()), {grid})
            self.assertLess(float((centres[taught] - torch.tensor([0.4, 0.6])).norm(dim=1).max()), max(0.2 * box, 1 / GRIDS[grid][0]))

    def test_nothing_is_taught_where_a_face_is_covered(self):
        centres, usual = cells("cpu")
        kind, _ = targets(torch.tensor([[[0.5, 0.5, 0.5, 0.0]]]), -torch.ones(1, 1), centres, usual, grids())
        self.assertFalse(bool((kind == 1).any()))
        self.assertTrue(bool((kind == -1).any()))


class Pictures(unittest.TestCase):
    def setUp(self):
        # A black picture with a white dot to the right of its middle.
        self.picture = torch.zeros(1, 224, 224, 3, dtype=torch.uint8)
        self.picture[:, 104:120, 160:176] = 255

    def dot(self, **changes):
        how = {"middle": [0.5, 0.5], "side": 1.0, "angle": 0.0, "mirrored": False} | changes
        x = Sheet(self.picture).render(
            torch.tensor([0]), torch.tensor([how["middle"]]), torch.tensor([how["side"]]), torch.tensor([how["angle"]]), torch.tensor([how["mirrored"]]), "zeros"
        )[0].mean(0)
        rows, columns = (x > 0.5).nonzero().float().mean(0).tolist()
        return [round(columns / SIZE, 2), round(rows / SIZE, 2)]

    def test_a_picture_is_placed_resized_turned_and_mirrored(self):
        self.assertEqual(self.dot(), [0.75, 0.5])
        self.assertEqual(self.dot(side=0.5, middle=[0.25, 0.5]), [0.37, 0.5])
        self.assertEqual(self.dot(angle=math.pi / 2), [0.5, 0.75])
        self.assertEqual(self.dot(mirrored=True), [0.25, 0.5])

    def test_a_mask_covers_mouth_and_nose_and_leaves_the_eyes(self):
        torch.manual_seed(1)
        frame = torch.full((8, 3, 224, 224), 100.0)
        put_masks_on(frame, torch.tensor([[0.5, 0.5, 0.68, 0.0]]).repeat(8, 1), share=1.0)
        self.assertTrue(bool((frame[:, :, :90] == 100).all()))
        self.assertTrue(bool((frame[:, :, 150:170, 100:124] != 100).all()))

    def test_a_mask_follows_the_tilt_of_the_face(self):
        torch.manual_seed(1)
        frame = torch.full((1, 3, 224, 224), 100.0)
        # The chin is at the left.
        put_masks_on(frame, torch.tensor([[0.5, 0.5, 0.68, math.pi / 2]]), share=1.0)
        self.assertTrue(bool((frame[..., 134:] == 100).all()))
        self.assertTrue(bool((frame[..., 100:124, 54:74] != 100).all()))

    def test_the_square_of_a_face_is_where_the_face_is_pasted(self):
        torch.manual_seed(3)
        # The "face" is a red picture with a green middle, all around it is grey.
        faces = torch.zeros(1, 224, 224, 3, dtype=torch.uint8)
        faces[..., 0] = 255
        faces[:, 80:144, 80:144] = torch.tensor([0, 255, 0], dtype=torch.uint8)
        things = torch.full((1, 320, 320, 3), 128, dtype=torch.uint8)
        only = torch.tensor([0])
        draw = Composites(faces, torch.tensor([[0.5, 0.5, 0.68, 0.0]]), only, things, only).draw(32)
        x, square, marks = draw
        self.assertTrue(bool((x >= -1).all() and (x < 1).all()))
        seen = 0
        for i, slot in (marks == 1).nonzero().tolist():
            cx, cy, box, _ = square[i, slot].tolist()
            if box < 0.15 or not (0.1 < cx < 0.9 and 0.1 < cy < 0.9):
                continue
            red, green, _ = x[i, :, int(cy * SIZE), int(cx * SIZE)].tolist()
            seen += 1
            self.assertGreater(green, red - 0.6)
        self.assertGreater(seen, 5)


class Folded(unittest.TestCase):
    def test_a_layer_with_unfolded_weights_answers_as_the_folded_one_also_in_training(self):
        torch.manual_seed(4)
        layer = Layer(3, 8, 3, 1, linear=True)
        weight, bias, x = torch.randn(8, 3, 3, 3), torch.randn(8), torch.randn(4, 3, 16, 16)
        unfold(layer, [(layer, weight, bias)], x)
        expected = torch.nn.functional.conv2d(torch.nn.functional.pad(x, (1, 1, 1, 1)), weight, bias)
        with torch.no_grad():
            for mode in (layer.eval(), layer.train()):
                self.assertLess(float((mode(x) - expected).abs().max()), 1e-3)


if __name__ == "__main__":
    unittest.main()
