import os
import tempfile
import unittest

try:
    import onnx  # noqa: F401
    import onnxruntime  # noqa: F401
    import torch
except ImportError as error:
    raise unittest.SkipTest("onnx, onnxruntime or torch is missing") from error

import numpy as np

from calibration import Ranges, Watch
from decoding import Speaker, greedy_batch
from onnx_graph import EMBEDDING_FILE, Source, decoder_model, encoder_model, position_table, quantise
from onnx_translate import Exported
from pack import from_bytes
from restore import restored
from rounding import rounded
from tests import test_model
from tests.test_model import SIZES, Words, model


def ranges() -> Ranges:
    """What the layers see of the sources that are tested, and what they say of them."""
    m = model().eval()
    m.scale = SIZES.width ** 0.5
    watch = Watch(m)
    with torch.no_grad():
        for source in test_model.Decoding.sources:
            m.decode(torch.tensor([[4, *source]]), m.encode(torch.tensor([[4, *source, 3]])))
    return watch.ranges


def exported(folder: str, bits: int) -> Exported:
    m = model()
    m.scale = SIZES.width ** 0.5  # the graph has the real one
    weights = {name: value.detach().numpy() for name, value in m.named_parameters()}
    source = Source(weights, SIZES.width, SIZES.heads, SIZES.encoder_layers, SIZES.decoder_layers, Words.size, bits, Words.unspeakable, ranges())
    for name, data in (("enc.onnx", encoder_model(source)), ("dec.onnx", decoder_model(source))):
        with open(os.path.join(folder, name), "wb") as file:
            file.write(data)
    if bits != 32:
        with open(os.path.join(folder, EMBEDDING_FILE), "wb") as file:
            file.write(quantise(source.embedding(), bits)[0].tobytes())
    return Exported(folder, SIZES.width, SIZES.decoder_layers, threads=1)


class Export(unittest.TestCase):
    def setUp(self):
        self.model = model().eval()
        self.model.scale = SIZES.width ** 0.5
        self.speaker = Speaker(self.model, Words())

    def first_logits(self, source: list[int]) -> np.ndarray:
        with torch.no_grad():
            memory = self.model.encode(torch.tensor([[4, *source, 3]]))
            return self.speaker.logits(self.model.decode(torch.tensor([[4]]), memory)[0, 0])[:Words.size].numpy()

    def test_the_float_graphs_say_what_torch_says(self):
        with tempfile.TemporaryDirectory() as folder:
            session = exported(folder, 32)
            for source in test_model.Decoding.sources:
                said, logits = session.translate(source, 4, cap=30)
                self.assertEqual(said, greedy_batch(self.speaker, [source], 4, cap=30)[0])
                speakable = [i for i in range(Words.size) if i not in Words.unspeakable]
                np.testing.assert_allclose(logits[speakable], self.first_logits(source)[speakable], rtol=1e-3, atol=2e-3)

    def test_seven_bits_stay_near_and_inside_their_range(self):
        weight = np.random.default_rng(0).normal(size=(40, 9)).astype(np.float32)
        narrow, scale = quantise(weight, 7)
        self.assertLessEqual(int(np.abs(narrow).max()), 63)
        np.testing.assert_allclose(narrow * scale, weight, atol=float(scale.max()) / 2 + 1e-6)
        with tempfile.TemporaryDirectory() as folder:
            session = exported(folder, 7)
            for source in test_model.Decoding.sources:
                _, logits = session.translate(source, 4, cap=2)
                wanted = self.first_logits(source)
                speakable = [i for i in range(Words.size) if i not in Words.unspeakable]
                self.assertGreater(np.corrcoef(logits[speakable], wanted[speakable])[0, 1], 0.97)

    def test_shipped_files_become_the_rounded_checkpoint_again(self):
        with tempfile.TemporaryDirectory() as folder:
            exported(folder, 7)
            found = from_bytes(restored(folder, SIZES.as_dict() | {"vocabulary": Words.size}, {}))["weights"]
        for name, value in self.model.named_parameters():
            with self.subTest(name=name):
                wanted = rounded(value.detach())[:Words.size] if name in ("embedding.weight", "output_bias") else rounded(value.detach())
                if name == "output_bias":  # what is never said has lost its bias
                    wanted[list(Words.unspeakable)] = 0
                np.testing.assert_allclose(found[name].float().numpy(), wanted.numpy(), rtol=1e-3, atol=1e-3)

    def test_the_exporter_writes_the_models_own_positions(self):
        np.testing.assert_allclose(position_table(50, SIZES.width), self.model.positions[:50].numpy(), atol=2e-6)


if __name__ == "__main__":
    unittest.main()
