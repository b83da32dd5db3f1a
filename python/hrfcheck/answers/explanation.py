"""What ``hrfcheck explain`` answers: docs/explanation.schema.json. Fields have the names of the JSON."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Optional, Sequence, Tuple

from ..asked import Asked
from ..html import explanations_html
from ..picture import Picture
from .report import Execution, LaunchedThread
from .words import Word

EventName = str
"""``P0:1`` for an event of instruction 1 of thread P0, ``init x`` for an initial write."""


class ExplainedRaces(Word):
    """What the model says of races."""

    RACY = "racy"
    RACE_FREE = "race-free"
    UNDECIDED = "undecided"
    NOT_DEFINED = "not-defined"
    NOT_ASKED = "not-asked"


class ExplainedStatus(Word):
    """Whether the final state is that of a consistent execution."""

    ALLOWED = "allowed"
    FORBIDDEN = "forbidden"
    UNDECIDED = "undecided"


class Respects(Word):
    """What the order of the events respects: in an interleaving, each read returns the latest write."""

    INTERLEAVING = "interleaving"
    READS_FROM = "reads-from"
    PROGRAM_ORDER = "program-order"


class StepKind(Word):
    """A fact has no parts; a path leads through its parts.

    All parts of a conjunction relate the two events, and so does the single part of a name; that of an inverse relates
    them in the opposite direction.
    """

    FACT = "fact"
    PATH = "path"
    CONJUNCTION = "conjunction"
    NAME = "name"
    INVERSE = "inverse"


@dataclass(frozen=True)
class Told:
    """The simplest execution that ends in the state, and its events in an order, in words."""

    execution: Execution
    told: Tuple[str, ...]
    respects: Respects
    switches: int
    """The number of context switches."""
    compared: int
    """The number of executions among which this is the simplest."""
    simplest: bool
    """These were all executions that end in this state."""


@dataclass(frozen=True)
class Step:
    """One step of a cycle: a definition of the model relates one event to another."""

    by: str
    """The definition that relates the two events, or its text."""
    kind: StepKind
    from_: EventName
    to: EventName
    parts: Tuple["Step", ...] = ()


@dataclass(frozen=True)
class Refutation:
    """A requirement of the model that forbids an execution, and the cycle or pair that violates it."""

    requirement: str
    isOrder: bool
    """Not a requirement of its own, but an order that the model asks for and that cannot exist."""
    execution: Execution
    othersHold: bool
    """The execution satisfies every other requirement of the model."""
    steps: Tuple[Step, ...]
    """A cycle, or the single pair that must not exist."""
    file: Optional[str] = None
    line: Optional[int] = None
    member: Optional[EventName] = None


@dataclass(frozen=True)
class Explanation:
    """Why one model allows or forbids the final state."""

    model: str
    races: ExplainedRaces
    defined: bool
    """The model defines the behaviour of the test. Otherwise ``status`` refers to consistent executions."""
    status: ExplainedStatus
    undecided: Optional[str] = None
    """Why."""
    example: Optional[Told] = None
    noCandidate: bool = False
    """No execution of the code ends in this state, whatever the model."""
    smallest: bool = False
    """No smaller set of requirements forbids it. Otherwise none of the set can be omitted."""
    refutations: Tuple[Refutation, ...] = ()


@dataclass(frozen=True)
class NoExplanation:
    """A model of which there is no explanation, because a limit was reached first; without a name: all."""

    reason: str
    model: Optional[str] = None


@dataclass(frozen=True)
class Explanations:
    """What ``explain`` returns: an explanation for each model, in the order given, and those that are missing."""

    format: str
    version: int
    file: str
    test: str
    outcome: str
    """The final state that is explained, as a condition."""
    explanations: Tuple[Explanation, ...]
    launchedThreads: Tuple[LaunchedThread, ...] = ()
    undecided: Tuple[NoExplanation, ...] = ()
    """Models of which there is no explanation, because a limit was reached first."""
    _asked: Optional[Asked] = field(default=None, repr=False, compare=False)

    @property
    def explanation(self) -> Explanation:
        """The only explanation. Raises ValueError where there are several, or none."""
        if len(self.explanations) != 1:
            raise ValueError(f"there are {len(self.explanations)} explanations; look at explanations and undecided")
        return self.explanations[0]

    def picture(self, model: Optional[str] = None, *, show: Sequence[str] = ()) -> Picture:
        """A picture of the execution that ends in the state. Raises NothingToShow if the model forbids it."""
        from ..calls import graph_again  # the calls make explanations

        asked = model or (self.explanations[0].model if self.explanations else None)
        return graph_again(self._asked, asked, outcome=self.outcome, show=show)

    def _repr_html_(self) -> str:
        return explanations_html(self)
