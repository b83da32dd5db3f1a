"""What ``hrfcheck compare`` answers: docs/comparison.schema.json. Fields have the names of the JSON."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional, Tuple

from ..html import comparison_html
from .words import Word

RacingPair = Tuple[str, str]
"""Two instructions by name: ("P0:1", "P1:0")."""


class Compared(Word):
    """Outcomes that the models allow (any outcome of a racy test), or final states of consistent executions."""

    PROMISES = "promises"
    CANDIDATES = "candidates"


class Relation(Word):
    """How two models are related over the tests that both answered; ``unknown``: there is no such test."""

    EQUAL = "equal"
    FIRST_ALLOWS_MORE = "first-allows-more"
    SECOND_ALLOWS_MORE = "second-allows-more"
    INCOMPARABLE = "incomparable"
    UNKNOWN = "unknown"


class AnswerStatus(Word):
    """Whether a model answered a test."""

    ANSWERED = "answered"
    UNDECIDED = "undecided"
    CRASHED = "crashed"
    ERROR = "error"
    UNSUPPORTED = "unsupported"


class ProblemStatus(Word):
    """Why a question has no answer."""

    UNDECIDED = "undecided"
    CRASHED = "crashed"
    ERROR = "error"
    UNSUPPORTED = "unsupported"


class AnswerRaces(Word):
    """What a model says of the races of a test."""

    RACY = "racy"
    RACE_FREE = "race-free"
    UNDECIDED = "undecided"
    NOT_DEFINED = "not-defined"


@dataclass(frozen=True)
class Example:
    """The smallest example: the fewest threads, then the fewest instructions, then the first by path."""

    path: str
    threads: int
    instructions: int


@dataclass(frozen=True)
class Direction:
    """The tests on which one model allows something that the other does not."""

    tests: int
    smallest: Optional[Example]


@dataclass(frozen=True)
class TestCounts:
    """How many tests were compared, differ, were answered by fewer than two models, or were left by an interruption."""

    compared: int
    differing: int
    notCompared: int
    left: int


@dataclass(frozen=True)
class Pair:
    """Two models, and how they are related over the tests."""

    first: str
    second: str
    relation: Relation
    tests: int
    """How many tests both models answered."""
    undecided: int
    """How many tests both apply to and one of them did not answer: they say nothing about the relation."""
    firstAllowsMore: Direction
    secondAllowsMore: Direction
    both: int
    """Tests on which each model allows something that the other does not; counted in both directions."""
    onlyRacesDiffer: int
    """Tests on which the two allow the same, but their races differ."""


@dataclass(frozen=True)
class Stronger:
    """A class of models that allows less, and the smallest test that shows it."""

    class_: int
    """Index into ``classes``."""
    smallest: Example


@dataclass(frozen=True)
class ModelClass:
    """Models that are pairwise equal, and the classes that they allow more than."""

    models: Tuple[str, ...]
    allowsMoreThan: Tuple[Stronger, ...]


@dataclass(frozen=True)
class Answer:
    """What one model says of a test on which models differ."""

    model: str
    status: AnswerStatus
    reason: Optional[str] = None
    """The reason of every status other than answered."""
    races: Optional[AnswerRaces] = None
    undefined: bool = False
    """Racy, a fault, or a barrier divergence: any outcome is possible."""
    observation: Optional[str] = None
    racingPairs: Tuple[RacingPair, ...] = ()
    outcomes: Tuple[str, ...] = ()
    """Final states; if any outcome is possible, those of the consistent executions."""


@dataclass(frozen=True)
class SomeOutcome:
    """A final state that only some of the models have, and an execution under the first of them."""

    outcome: str
    models: Tuple[str, ...]
    execution: str


@dataclass(frozen=True)
class SomeRaces:
    """Racing pairs that only some of the models have."""

    models: Tuple[str, ...]
    pairs: Tuple[RacingPair, ...]


@dataclass(frozen=True)
class Difference:
    """A test on which two answers differ."""

    test: int
    """Position in the corpus, from 0."""
    path: str
    condition: str
    answers: Tuple[Answer, ...]
    onlySomeOutcomes: Tuple[SomeOutcome, ...]
    onlySomeRaces: Tuple[SomeRaces, ...]


@dataclass(frozen=True)
class Problem:
    """A question without an answer."""

    test: int
    path: str
    status: ProblemStatus
    reason: str
    model: Optional[str] = None
    """None if the test cannot be read."""


@dataclass(frozen=True)
class Comparison:
    """What ``compare`` returns. Tests without an answer are in ``problems``, and are part of no relation."""

    format: str
    version: int
    compared: Compared
    models: Tuple[str, ...]
    tests: TestCounts
    pairs: Tuple[Pair, ...]
    classes: Tuple[ModelClass, ...]
    differences: Tuple[Difference, ...]
    problems: Tuple[Problem, ...]

    def pair(self, first: str, second: str) -> Pair:
        """The pair of these two models, in the order in which they were given. Raises KeyError if there is none."""
        for pair in self.pairs:
            if (pair.first, pair.second) == (first, second):
                return pair
        raise KeyError(f"{first} and {second}")

    def _repr_html_(self) -> str:
        return comparison_html(self)
