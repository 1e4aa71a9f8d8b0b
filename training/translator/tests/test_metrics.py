"""The figures were computed with sacreBLEU 2.6.0."""
import unittest

from metrics import corpus_bleu, corpus_chrf, tokenise_13a


class Metrics(unittest.TestCase):
    def test_punctuation_is_split_but_decimal_points_are_kept(self):
        self.assertEqual(tokenise_13a('It\'s 3.5% of $1,000, "he" said.'),
                         ["It's", "3.5", "%", "of", "$", "1,000", ",", '"', "he", '"', "said", "."])

    def test_bleu_and_chrf_agree_with_sacrebleu(self):
        cases = [
            (["a b c d e"], ["a b x d e"], 30.213753973567677, 26.0),
            (["It's 3.5% of $1,000."], ["It is 3.5% of $1,000!"], 53.29462628216855, 75.02410579616462),
            (["the cat"], ["the cat sat"], 0.0, 55.77101053281037),
            (["hola a", "b"], ["hola", "b c d e f g h i"], 0.0, 32.10851648351648),
            (["x"], ["hello"], 0.0, 0.0),
        ]
        for hypotheses, references, bleu, chrf in cases:
            with self.subTest(hypotheses=hypotheses):
                self.assertAlmostEqual(corpus_bleu(hypotheses, references), bleu, places=6)
                self.assertAlmostEqual(corpus_chrf(hypotheses, references), chrf, places=6)

    def test_a_perfect_translation_scores_one_hundred(self):
        text = ["El gato está en la mesa .", "Hola , ¿qué tal estás hoy ?"]
        self.assertAlmostEqual(corpus_bleu(text, text), 100)
        self.assertAlmostEqual(corpus_chrf(text, text), 100)


if __name__ == "__main__":
    unittest.main()
