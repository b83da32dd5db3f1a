"""What ``hrfcheck check`` answers: docs/report.schema.json. Fields have the names of the JSON."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Iterator, Mapping, Optional, Sequence, Tuple, Union

from ..asked import Asked
from ..errors import Diagnostic
from ..html import report_html
from ..picture import Picture
from .words import (
    ConditionAnswer,
    EventKind,
    FixOrder,
    IncidentKind,
    Licence,
    Observation,
    OutcomesAsked,
    RaceReason,
    RaceStatus,
    Rule,
    Standing,
    Status,
    ThreadEnd,
    Unanswered,
)

InstructionName = str
"""``P0:1`` is instruction 1 of thread P0, counted from 0 in the order of the code, with branches and labels."""

Position = Tuple[int, int, int]
"""A work-group of a launch, or a work-item of its group, in three dimensions."""


@dataclass(frozen=True)
class LaunchedThread:
    """Where a thread of a launched kernel is: its work-group, and its work-item in the group."""

    name: str
    group: Tuple[int, ...]
    item: Tuple[int, ...]
    kernel: Optional[str] = None
    """What its launch is called, where a test has several."""
    device: Optional[int] = None
    """Where the test is on several devices."""


@dataclass(frozen=True)
class Instruction:
    """An instruction of a thread."""

    thread: int
    index: int
    name: InstructionName
    text: str
    line: Optional[int] = None
    column: Optional[int] = None
    length: Optional[int] = None
    """In bytes from the column on; it may go on in the lines that follow."""
    file: Optional[str] = None
    """Where the line is; None if it is in the file of the test."""
    group: Optional[Position] = None
    """Of a launched kernel, the work-group of the thread."""
    item: Optional[Position] = None
    """Of a launched kernel, its work-item in the group."""
    kernel: Optional[str] = None
    """What its launch is called, where a test has several."""
    device: Optional[int] = None
    """Where the test is on several devices."""
    scope: Optional[str] = None
    """The scope instance, "wg 0"; None for ordinary accesses."""


@dataclass(frozen=True)
class Event:
    """An event of an execution."""

    id: int
    kind: EventKind
    instruction: Optional[InstructionName] = None
    line: Optional[int] = None
    column: Optional[int] = None
    location: Optional[str] = None
    value: Optional[str] = None
    """A number, or &x for the address of x."""


@dataclass(frozen=True)
class UnfinishedThread:
    """A thread that does not complete: how it stops, and where."""

    thread: int
    end: ThreadEnd
    at: InstructionName


@dataclass(frozen=True)
class Execution:
    """A consistent execution: its events, the write that each read reads from, and the order of the writes."""

    events: Tuple[Event, ...]
    rf: Tuple[Tuple[int, int], ...]
    """Pairs of event ids: the write, the read."""
    co: Mapping[str, Tuple[int, ...]]
    """For each location its writes in coherence order, the initial one first."""
    unfinished: Tuple[UnfinishedThread, ...] = ()


@dataclass(frozen=True)
class Fix:
    """A change of one instruction: another scope, another order, or both."""

    instruction: InstructionName
    scope: Optional[str] = None
    """The level to change to."""
    order: Optional[FixOrder] = None


@dataclass(frozen=True)
class LineFix:
    """A change of a line for every thread that executes it."""

    line: int
    scope: Optional[str] = None
    """The level to change to."""
    order: Optional[FixOrder] = None


@dataclass(frozen=True)
class TextChange:
    """What to write in a file: a text in place of so many bytes."""

    line: int
    column: int
    """In bytes, from 1."""
    length: int
    text: str


@dataclass(frozen=True)
class Race:
    """Two instructions that race, and why nothing orders them."""

    first: Instruction
    second: Instruction
    ordinary: bool
    """At least one of the two is an ordinary access."""
    scopeInclusion: bool
    """The pair is a scope-inclusion violation."""
    chain: Tuple[InstructionName, ...]
    """The communicating instructions that come nearest to ordering the pair."""
    explained: bool
    """The reason and the execution are here; False where a limit was reached first, which a note says."""
    reason: Optional[RaceReason] = None
    explanation: Optional[str] = None
    release: Optional[Instruction] = None
    acquire: Optional[Instruction] = None
    named: Tuple[Instruction, ...] = ()
    """What the explanation is about beside the two."""
    fix: Tuple[Fix, ...] = ()
    """Changes after which the pair does not race; checked by the model."""
    fixUpToBound: bool = False
    """The fix was checked only up to the unrolling bound."""
    followsFrom: Optional[int] = None
    """Index of the race whose fix also orders this pair."""
    witness: Optional[Execution] = None


@dataclass(frozen=True)
class RaceGroup:
    """Races between the same two lines of the source, which threads may share."""

    lines: Tuple[int, ...]
    """One line or two; none for instructions that are not written in the source."""
    races: Tuple[int, ...]
    """Indices into ``races``."""
    fix: Tuple[LineFix, ...] = ()
    fixUpToBound: bool = False
    edits: Tuple[LineFix, ...] = ()
    """What the changes below do: the scopes and orders that lines get."""
    changes: Tuple[TextChange, ...] = ()
    """What to write in the file for the fix, of the group or of its only race."""


@dataclass(frozen=True)
class Loop:
    """A loop of the test, unrolled ``unrollBound`` times, or a spin loop."""

    head: Instruction
    spin: bool
    bounded: Optional[str] = None
    """Of a loop that only waits and is bounded all the same: which property of the model is missing."""


@dataclass(frozen=True)
class UsedRule:
    """A rule that left something out, where, and what licenses it."""

    rule: Rule
    licence: Optional[Licence]
    """The property of the model; None where its requirements say it."""
    where: Optional[Instruction]
    """The head of the loop, or the read; None where it is about the whole test."""
    declared: bool
    """The model's file declares the property, and nothing shows it."""


@dataclass(frozen=True)
class Rules:
    """What left iterations, values or executions out of the test because they show nothing more."""

    plain: bool
    symmetry: bool
    used: Tuple[UsedRule, ...]


@dataclass(frozen=True)
class Executions:
    """How many executions satisfy the condition, and how many do not."""

    positive: int
    negative: int


@dataclass(frozen=True)
class Condition:
    """The condition of the test, and what the model says of it.

    ``holds`` is True or False where the condition with its quantifier is answered, and otherwise an Unanswered, which has
    no truth value.
    """

    text: str
    status: Status
    observation: Observation
    answer: ConditionAnswer
    holds: Union[bool, Unanswered]
    onlyThroughValueCycle: bool = False
    """Each execution that was found to satisfy it has a cycle of reads-from and dependencies."""
    executions: Optional[Executions] = None
    line: Optional[int] = None
    """Where the file has the condition."""
    column: Optional[int] = None
    length: Optional[int] = None

    def __post_init__(self) -> None:
        if self.holds is None:
            object.__setattr__(self, "holds", Unanswered(f"the condition is {self.answer}"))


@dataclass(frozen=True)
class Flag:
    """A flag that the model raised, a race flag or another one."""

    name: str
    undefinedUnless: bool
    pairs: Tuple[Tuple[InstructionName, InstructionName], ...]


@dataclass(frozen=True)
class Outcome:
    """A final state of a consistent execution. If the test is racy or undefined, others are possible."""

    state: Mapping[str, str]
    satisfiesCondition: bool
    witness: Execution


@dataclass(frozen=True)
class Incident:
    """An execution that does not complete."""

    kind: IncidentKind
    where: Instruction
    witness: Optional[Execution] = None


@dataclass(frozen=True)
class Fault:
    """An out-of-bounds access, a division by zero, or an address that is computed from integers."""

    where: Instruction
    explanation: str
    execution: Tuple[str, ...]
    """An execution that reaches the fault, one event per line."""


@dataclass(frozen=True)
class NotApplicable:
    """A model that does not apply to a test, and why."""

    file: str
    model: str
    reason: str


@dataclass(frozen=True)
class Result:
    """What one model says of one test."""

    file: str
    test: str
    hash: str
    dialect: str
    model: str
    engine: str
    unrollBound: int
    loops: Tuple[Loop, ...]
    events: int
    headline: str
    """The verdict in words, as in the text report."""
    raceStatus: RaceStatus
    undefined: bool
    """Undefined behaviour other than a race was found."""
    settled: bool
    """All questions are answered: ``standing`` is "answered"."""
    standing: Standing
    incomplete: Optional[str]
    """Why nothing follows from what was not found; None if the search was complete."""
    notConsidered: Optional[str]
    """Values that an answer depends on and that are not all considered."""
    outcomesAsked: OutcomesAsked
    condition: Condition
    races: Tuple[Race, ...]
    raceGroups: Tuple[RaceGroup, ...]
    flags: Tuple[Flag, ...]
    outcomes: Tuple[Outcome, ...]
    incidents: Tuple[Incident, ...]
    notes: Tuple[str, ...]
    testInFile: Optional[str] = None
    """Of a file with several tests, the name of this one there."""
    launchedThreads: Tuple[LaunchedThread, ...] = ()
    rules: Optional[Rules] = None
    conditional: Tuple[str, ...] = ()
    """What the answer assumes and nothing establishes."""
    onlyThroughValueCycle: bool = False
    """Each execution that was found to race has a cycle of reads-from and dependencies."""
    faults: Tuple[Fault, ...] = ()
    statistics: Mapping[str, int] = field(default_factory=dict)

    @property
    def race_free(self) -> Union[bool, Unanswered]:
        """True, False, or an Unanswered, which has no truth value: undecided, vacuous, no races defined, or not asked."""
        if self.raceStatus == RaceStatus.RACE_FREE:
            return True
        if self.raceStatus == RaceStatus.RACY:
            return False
        return Unanswered(f"whether it is race-free is {self.raceStatus}")


@dataclass(frozen=True)
class Report:
    """What ``check`` returns: a result for each test and model, in the order given."""

    format: str
    version: int
    results: Tuple[Result, ...]
    notApplicable: Tuple[NotApplicable, ...]
    """Models that do not apply to a test; they were not named (that would be an InputError)."""
    diagnostics: Tuple[Diagnostic, ...]
    """Warnings about the input."""
    _asked: Optional[Asked] = field(default=None, repr=False, compare=False)

    def __iter__(self) -> Iterator[Result]:
        return iter(self.results)

    def __len__(self) -> int:
        return len(self.results)

    @property
    def result(self) -> Result:
        """The only result. Raises ValueError where there are several, or none."""
        if len(self.results) != 1:
            raise ValueError(f"there are {len(self.results)} results; look at results")
        return self.results[0]

    def picture(
        self,
        model: Optional[str] = None,
        *,
        outcome: Optional[str] = None,
        race: bool = False,
        show: Sequence[str] = (),
    ) -> Picture:
        """A picture of an execution of the test, as ``graph`` draws it.

        Raises ValueError if the report is of several tests.
        """
        from ..calls import graph_again  # the calls make reports

        name = model or (self.results[0].model if self.results else None)
        return graph_again(self._asked, name, outcome=outcome, race=race, show=show)

    def _repr_html_(self) -> str:
        return report_html(self)
