"""What is no answer is never taken for one."""

import pickle
import unittest

from hrfcheck.answers.advice import Tried
from hrfcheck.answers.report import Condition, Result
from hrfcheck.answers.words import ConditionAnswer, RaceStatus, Unanswered
from hrfcheck.decode import as_json, decode
from hrfcheck.errors import ProgramFailed


def condition(answer, holds):
    return decode(
        Condition,
        {
            "text": "forall (x=1)",
            "status": "undecided",
            "observation": "Undecided",
            "answer": answer,
            "holds": holds,
        },
    )


class Words(unittest.TestCase):
    def test_words_are_strings_without_a_truth_value(self):
        word = RaceStatus("undecided")
        self.assertEqual(word, "undecided")
        self.assertEqual(f"{word} {word:>10}", "undecided  undecided")
        self.assertEqual({"undecided": 1}[word], 1)
        self.assertIs(pickle.loads(pickle.dumps(word)), word)
        for each in RaceStatus:
            with self.assertRaises(TypeError):
                bool(each)

    def test_a_condition_without_an_answer_is_neither_true_nor_false(self):
        for word in ("undecided", "vacuous", "undefined", "not-asked"):
            found = condition(word, None)
            self.assertIsInstance(found.holds, Unanswered)
            self.assertIn(word, found.holds.why)
            with self.assertRaises(TypeError):
                if found.holds:
                    self.fail("undecided is not true")
            with self.assertRaises(TypeError):
                if not found.holds:
                    self.fail("undecided is not false")
            self.assertFalse(found.holds is True or found.holds is False)
        self.assertIs(condition("holds", True).holds, True)
        self.assertIs(condition("fails", False).holds, False)

    def test_a_condition_is_written_as_it_was_read(self):
        for answer, holds in (("undecided", None), ("holds", True), ("fails", False)):
            self.assertEqual(as_json(condition(answer, holds))["holds"], holds)
        self.assertEqual(condition("holds", True).answer, ConditionAnswer.HOLDS)

    def test_a_change_that_was_not_decided_achieves_neither(self):
        open_ = decode(Tried, {"what": "all sc", "achieves": False, "undecided": "time limit"})
        with self.assertRaises(TypeError):
            bool(open_.achieves)
        self.assertIs(as_json(open_)["achieves"], False)
        self.assertIs(decode(Tried, {"what": "all sc", "achieves": False, "undecided": None}).achieves, False)

    def test_what_does_not_fit_is_named_with_its_place(self):
        with self.assertRaisesRegex(ProgramFailed, "'maybe' at answer"):
            condition("maybe", None)
        with self.assertRaisesRegex(ProgramFailed, "no 'file' at its top"):
            decode(Result, {})
        with self.assertRaisesRegex(ProgramFailed, "1 at text"):
            decode(Condition, {"text": 1})

    def test_properties_of_a_later_program_are_passed_over(self):
        self.assertEqual(decode(Tried, {"what": "w", "achieves": True, "undecided": None, "later": 1}).what, "w")
