"""What ``hrfcheck repair`` and ``narrow`` answer: docs/advice.schema.json. Fields have the names of the JSON."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional, Tuple, Union

from ..html import advice_html
from .words import Unanswered, Word


class Command(Word):
    """Which of the two was asked."""

    REPAIR = "repair"
    NARROW = "narrow"


class AdviceAnswer(Word):
    """What was found.

    ``impossible``: nothing among these edits achieves the goal, proved. ``not-found``: neither an answer nor such a proof.
    ``undecided``: the test was not read in time.
    """

    EDITS = "edits"
    NOTHING_TO_DO = "nothing-to-do"
    IMPOSSIBLE = "impossible"
    NOT_FOUND = "not-found"
    NOT_RACE_FREE = "not-race-free"
    UNDECIDED = "undecided"


class Goal(Word):
    """What a repair achieves; ``hold``: no race, and the ``forall`` holds."""

    RACE_FREE = "race-free"
    HOLD = "hold"
    FORBID = "forbid"
    ALLOW = "allow"


class AnnotationOrder(Word):
    """The order of an operation."""

    RELAXED = "relaxed"
    CONSUME = "consume"
    ACQUIRE = "acquire"
    RELEASE = "release"
    ACQ_REL = "acq_rel"
    SEQ_CST = "seq_cst"


class Space(Word):
    """A memory that a barrier orders."""

    GLOBAL = "global"
    LOCAL = "local"


class EditKind(Word):
    """What is edited."""

    OPERATION = "operation"
    ACCESS = "access"
    FENCE = "fence"
    BARRIER = "barrier"
    NEW_BARRIER = "new-barrier"
    PROXY_FENCE = "proxy-fence"


@dataclass(frozen=True)
class Annotation:
    """What stands at a place."""

    ordinary: bool = False
    order: Optional[AnnotationOrder] = None
    scope: Optional[str] = None
    """A level of the dialect."""
    remote: bool = False
    spaces: Tuple[Space, ...] = ()
    """What a barrier orders."""


@dataclass(frozen=True)
class Edit:
    """A change of one annotation; None stands for no fence, no barrier."""

    line: int
    column: int
    instruction: str
    kind: EditKind
    from_: Optional[Annotation]
    to: Optional[Annotation]


@dataclass(frozen=True)
class Declaration:
    """An edit of a type, a template argument, a default or a macro, which comes before the other edits."""

    line: int
    column: int
    from_: str
    to: str


@dataclass(frozen=True)
class Tried:
    """Where nothing was found: a change of the whole program, and whether it achieves the goal.

    ``achieves`` is an Unanswered, which has no truth value, where that is not known.
    """

    what: str
    achieves: Union[bool, Unanswered]
    undecided: Optional[str]
    """Why that is not known."""

    def __post_init__(self) -> None:
        if self.undecided is not None:
            object.__setattr__(self, "achieves", Unanswered(self.undecided, self.achieves))


@dataclass(frozen=True)
class Recheck:
    """What an engine said of the edited test under a model."""

    engine: str
    model: str
    good: bool
    beside: bool = False
    """Not part of the goal: whether the ``forall`` holds under a model that defines no race."""


@dataclass(frozen=True)
class OutcomeChange:
    """Final states that the edits add and remove under a model."""

    model: str
    gained: Tuple[str, ...]
    lost: Tuple[str, ...]


@dataclass(frozen=True)
class Weaker:
    """A weaker annotation, and whether the goal is achieved with it."""

    annotation: Optional[Annotation]
    model: str
    good: bool


@dataclass(frozen=True)
class TableRow:
    """Of ``narrow``: what an operation has, what it needs, and what weaker annotations would cause."""

    line: int
    column: int
    instruction: str
    kind: EditKind
    has: Optional[Annotation]
    needs: Optional[Annotation]
    weaker: Tuple[Weaker, ...]


@dataclass(frozen=True)
class Advice:
    """What ``repair`` and ``narrow`` return."""

    test: str
    file: str
    command: Command
    models: Tuple[str, ...]
    answer: AdviceAnswer
    optimal: bool
    """Nothing cheaper achieves the goal: proved."""
    locallyMinimal: bool
    """Nothing cheaper achieves the goal that differs at a single place."""
    lowerBound: int
    """Nothing cheaper than this achieves the goal."""
    stopped: Optional[str]
    """Why the search ended early."""
    upToBound: bool
    """Shown only up to the unrolling bound."""
    asked: int
    """Sets of edits that an engine was asked about."""
    goal: Optional[Goal] = None
    """Of ``repair``."""
    status: Optional[AdviceAnswer] = None
    """The same as ``answer``."""
    tried: Tuple[Tried, ...] = ()
    outOfReach: Tuple[str, ...] = ()
    """Where nothing was found: what the edits cannot change."""
    cost: Optional[int] = None
    edits: Tuple[Edit, ...] = ()
    declarations: Tuple[Declaration, ...] = ()
    diff: Optional[str] = None
    """Unified, for ``patch -p0``."""
    others: Tuple[Tuple[Edit, ...], ...] = ()
    """Other answers of the same cost, if all were asked for."""
    rechecked: Tuple[Recheck, ...] = ()
    outcomes: Tuple[OutcomeChange, ...] = ()
    table: Tuple[TableRow, ...] = ()

    def _repr_html_(self) -> str:
        return advice_html(self)
