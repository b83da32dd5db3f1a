"""The dataclasses are what docs/*.schema.json say."""

import dataclasses
import enum
import importlib
import pkgutil
import unittest

import hrfcheck
from hrfcheck import answers
from hrfcheck.answers.advice import Advice
from hrfcheck.answers.comparison import Comparison
from hrfcheck.answers.explanation import Explanations
from hrfcheck.answers.progress import Progress
from hrfcheck.answers.report import Report

from .schema_walk import Walk

SCHEMAS = {
    "report.schema.json": Report,
    "comparison.schema.json": Comparison,
    "explanation.schema.json": Explanations,
    "advice.schema.json": Advice,
    "progress.schema.json": Progress,
}


def answer_classes():
    for module in pkgutil.iter_modules(answers.__path__):
        found = importlib.import_module(f"hrfcheck.answers.{module.name}")
        for value in vars(found).values():
            if isinstance(value, type) and value.__module__ == found.__name__:
                yield value


class Schemas(unittest.TestCase):
    def test_every_property_is_a_field_and_every_field_a_property(self):
        for file, cls in SCHEMAS.items():
            with self.subTest(file):
                walk = Walk(file)
                self.assertEqual(walk.compare(cls), [])
                self.assertGreater(walk.properties, 20)

    def test_every_class_of_an_answer_was_compared(self):
        compared = set()
        for file, cls in SCHEMAS.items():
            walk = Walk(file)
            walk.compare(cls)
            compared |= walk.classes
        left = {cls.__name__ for cls in answer_classes() if dataclasses.is_dataclass(cls)} - {
            cls.__name__ for cls in compared
        }
        self.assertEqual(left, {"Unanswered"})

    def test_the_walk_notices_what_is_missing(self):
        @dataclasses.dataclass(frozen=True)
        class Half:
            format: str
            version: str

        found = Walk("report.schema.json").compare(Half)
        self.assertIn("Half: the property results has no field", found)
        self.assertTrue(any("Half.version" in difference for difference in found), found)

    def test_classes_are_documented_and_frozen(self):
        for cls in answer_classes():
            with self.subTest(cls.__name__):
                self.assertTrue(cls.__dict__.get("__doc__"), "no docstring")
                self.assertFalse(cls.__doc__.startswith(f"{cls.__name__}("), "no docstring of its own")
                if dataclasses.is_dataclass(cls):
                    self.assertTrue(cls.__dataclass_params__.frozen)
                else:
                    self.assertTrue(issubclass(cls, enum.Enum))

    def test_what_is_exported_is_there(self):
        for name in hrfcheck.__all__:
            self.assertTrue(hasattr(hrfcheck, name), name)


if __name__ == "__main__":
    unittest.main()
