import random
import unittest

from augmentation import (bare, billions, by_ear, centuries, codes, copies, english_number, hasty_questions, misspelt, money_sign, numbers, spanish_number, titles,
                          typos, without_accents)
from cleaning import clean_pair, plausible_translation
from shards import BOTH, TO_ENGLISH, TO_SPANISH
from vocabulary import normalise


class Cleaning(unittest.TestCase):
    def test_quotation_marks_and_spaces_become_plain(self):
        self.assertEqual(normalise(" “Hola”\u00a0 …  «sí» "), '"Hola" ... "sí"')

    def test_a_fair_pair_is_kept(self):
        for pair in (("OK", "De acuerdo"), ("Iran", "Irán"), ("Tom", "Tom"), ("The fee is $5 in 2019.", "La tasa es de 5 dólares en 2019.")):
            self.assertEqual(clean_pair(*pair), pair)

    def test_each_fault_is_named(self):
        cases = {
            "empty": ("", "hola"), "ratio": ("Yes.", "Sí, pero no sin antes haberlo hablado largo y tendido con todos."),
            "copied": ("This was never translated at all", "This was never translated at all"),
            "language": ("El perro de la casa que está en el monte", "The dog of the house on the hill is big"),
            "markup": ("Press <b>Enter</b> now", "Pulse Intro ahora"),
            "numbers": ("From 12 to 30 days", "De 45 a 99 días"), "control": ("a\ufffd cat", "un gato"),
        }
        for reason, pair in cases.items():
            with self.subTest(reason=reason):
                self.assertEqual(clean_pair(*pair), reason)

    def test_loops_and_stumps_are_not_learnt_from(self):
        self.assertTrue(plausible_translation("El gato duerme.", "The cat sleeps."))
        self.assertFalse(plausible_translation("El gato duerme en la casa grande.", "the the the the the the the the"))
        self.assertFalse(plausible_translation("El gato duerme en la casa grande de mi abuela.", "Cat"))


class Augmentation(unittest.TestCase):
    def setUp(self):
        self.rng = random.Random(3)

    def test_numbers_are_written_as_each_language_writes_them(self):
        self.assertEqual((english_number(2500), spanish_number(2500), spanish_number(2.5, 1)), ("2,500", "2.500", "2,5"))

    def test_the_one_number_of_a_pair_is_replaced_on_both_sides(self):
        made = numbers("He has 35 cows.", "Tiene 35 vacas.", self.rng)
        self.assertEqual([d for _, _, d in made], [TO_SPANISH, TO_ENGLISH])
        value = made[0][0].removeprefix("He has ").removesuffix(" cows.")
        self.assertNotEqual(value, "35")
        self.assertEqual(made[0][1], f"Tiene {value.translate(str.maketrans(',.', '.,'))} vacas.")
        self.assertEqual(made[1][0], made[0][0])

    def test_only_what_is_counted_gets_another_number(self):
        self.assertEqual(numbers("See point 35 of it.", "Véase el punto 35.", self.rng), [])
        self.assertEqual(numbers("On 14 August he left.", "El 14 de agosto se fue.", self.rng), [])

    def test_numbers_that_differ_and_years_are_left_alone(self):
        self.assertEqual(numbers("He has 35 cows.", "Tiene 36 vacas.", self.rng), [])
        self.assertEqual(numbers("In 1999 cows left.", "En 1999 se fueron vacas.", self.rng), [])

    def test_a_billion_is_a_thousand_millions(self):
        made = billions("It cost 15 billion dollars.", "Costó 15 000 millones de dólares.", self.rng)
        self.assertEqual({d for _, _, d in made}, {TO_SPANISH, TO_ENGLISH})
        english, spanish, _ = made[0]
        amount = float(english.split()[2].replace(",", ""))
        self.assertEqual(round(amount * 1000), int(spanish.split()[1].replace(".", "")))

    def test_a_shared_name_makes_room_for_something_to_copy(self):
        (english, spanish, _), = copies("Yesterday Marta came.", "Ayer vino Marta.", self.rng)
        token = english.removeprefix("Yesterday ").removesuffix(" came.")
        self.assertEqual(spanish, f"Ayer vino {token}.")
        self.assertNotEqual(token, "Marta")

    def test_short_phrases_lose_their_marks(self):
        phrases = {bare("You're welcome.", "De nada.", random.Random(seed))[0] for seed in range(20)}
        self.assertEqual(phrases, {("You're welcome", "De nada", BOTH), ("you're welcome", "de nada", BOTH)})
        self.assertEqual(bare("I agree.", "De acuerdo.", self.rng), [("I agree", "De acuerdo", BOTH)])
        self.assertIn(bare("Cheers!", "¡Salud!", self.rng)[0][:2], [("Cheers", "Salud"), ("cheers", "salud")])
        for pair in [("Are you well?", "¿Estás bien?"), ("Wait. Now.", "Espera. Ya."), ("Come here right now, please, all of you.", "Venid aquí.")]:
            self.assertEqual(bare(*pair, self.rng), [])

    def test_hasty_questions_lose_their_marks(self):
        (english, spanish, direction), = hasty_questions("Where is he?", "¿Dónde está?", self.rng)
        self.assertEqual((english, direction), ("Where is he?", TO_ENGLISH))
        self.assertNotIn("¿", spanish)
        self.assertEqual(spanish, spanish.lower())
        self.assertEqual(without_accents("mañana él"), "mañana el")

    def test_headlines_get_capitals_in_english_only(self):
        self.assertEqual(titles("The end of a war.", "El fin de una guerra.", self.rng), [("The End of a War", "El fin de una guerra", TO_SPANISH)])

    def test_a_century_is_an_ordinal_here_and_a_roman_numeral_there(self):
        pair = ("A church of the 12th century.", "Una iglesia del siglo XII.")
        for english, spanish, _ in centuries(*pair, random.Random(4)):
            with self.subTest(english=english):
                self.assertRegex(english, r"^A church of the \d+(st|nd|rd|th) century\.$")
                self.assertRegex(spanish, r"^Una iglesia del siglo [IVX]+\.$")
        self.assertIn(("A church of the 20th century.", "Una iglesia del siglo XX."), [m[:2] for seed in range(60) for m in centuries(*pair, random.Random(seed))])
        self.assertEqual(centuries("A church of the 12th century.", "Una iglesia del siglo XIII.", random.Random(4)), [])

    def test_numbers_that_are_names_stay_as_they_are_on_both_sides(self):
        for seed in range(40):
            (english, spanish, _), = codes("We are open.", "Estamos abiertos.", random.Random(seed))
            digits = [[c for c in side if c.isdigit()] for side in (english, spanish)]
            self.assertTrue(digits[0])
            self.assertEqual(*digits)

    def test_only_the_source_is_misspelt(self):
        pair = ("The neighbours are watching the television.", "Los vecinos están viendo la televisión.")
        changed = 0
        for seed in range(30):
            to_spanish, to_english = typos(*pair, random.Random(seed))
            self.assertEqual((to_spanish[1], to_spanish[2]), (pair[1], TO_SPANISH))
            self.assertEqual((to_english[0], to_english[2]), (pair[0], TO_ENGLISH))
            changed += to_spanish[0] != pair[0] and to_english[1] != pair[1]
        self.assertGreater(changed, 15)

    def test_only_the_source_is_written_by_ear(self):
        pair = ("Hi, how have you been? We haven't talked for ages.", "Hola, ¿qué tal has estado? Hace mucho que no hablamos.")
        written = set()
        for seed in range(60):
            to_spanish, to_english = by_ear(*pair, random.Random(seed))
            self.assertEqual((to_spanish[1], to_spanish[2]), (pair[1], TO_SPANISH))
            self.assertEqual((to_english[0], to_english[2]), (pair[0], TO_ENGLISH))
            written |= {to_spanish[0], to_english[1]}
        self.assertIn("ola, ke tal as estado? ace mucho ke no ablamos", written)
        self.assertIn("hi, how have u been? we havent talked for ages", written)

    def test_a_misspelt_word_keeps_its_first_letter(self):
        self.assertEqual({misspelt("window", random.Random(seed))[0] for seed in range(50)}, {"w"})

    def test_currency_codes_become_signs_most_of_the_time(self):
        said = [money_sign("It costs EUR 5.", self.rng) for _ in range(100)]
        self.assertGreater(said.count("It costs €5."), 60)


if __name__ == "__main__":
    unittest.main()
