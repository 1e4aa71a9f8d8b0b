import os
import tempfile
import unittest

try:
    import numpy as np
except ImportError as error:
    raise unittest.SkipTest("numpy is missing") from error

from schedule import learning_rate, within
from shards import TO_SPANISH, read_shard, shard_paths, write_shard


class Shards(unittest.TestCase):
    def test_pairs_come_back_sorted_with_their_header(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "x.shard.xz")
            write_shard(path, [([9, 8], [7]), ([5], [60000, 6])], group="news", direction=TO_SPANISH, preset=1)
            shard = read_shard(path)
            self.assertEqual((shard.group, shard.direction, shard.columns), ("news", TO_SPANISH, 2))
            self.assertEqual(shard.sentences(), [[[5], [60000, 6]], [[9, 8], [7]]])
            self.assertEqual(shard_paths([folder]), [path])

    def test_monolingual_text_has_one_column(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "x.shard.xz")
            write_shard(path, [([9, 8],), ([5],)], group="m", language="es", preset=1)
            starts, lengths = read_shard(path).spans()
            self.assertEqual((starts.tolist(), lengths.tolist()), ([[0], [2]], [[1], [2]]))
            self.assertEqual(lengths.dtype, np.int32)


class Schedule(unittest.TestCase):
    def test_the_rate_warms_up_holds_and_falls_with_the_clock(self):
        self.assertAlmostEqual(learning_rate(0, 0.0), 1 / 400)
        self.assertAlmostEqual(learning_rate(5000, 0.3), 1.0)
        self.assertAlmostEqual(learning_rate(5000, 0.675), 0.505)
        self.assertAlmostEqual(learning_rate(9000, 1.0), 0.01)
        self.assertAlmostEqual(learning_rate(9000, 1.2), 0.01)

    def test_four_runs_share_a_schedule(self):
        ends = [learning_rate(9000, within((n / 4, n / 4 + 0.25), 1.0), hold=0.4) for n in range(4)]
        begins = [learning_rate(9000, within((n / 4, n / 4 + 0.25), 0.0), hold=0.4) for n in range(4)]
        self.assertEqual(begins[1:], ends[:-1])
        self.assertAlmostEqual(begins[0], 1.0)
        self.assertAlmostEqual(ends[0], 1.0)
        self.assertAlmostEqual(ends[3], 0.01)


if __name__ == "__main__":
    unittest.main()
