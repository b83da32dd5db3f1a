"""What ``hrfcheck progress`` answers: docs/progress.schema.json. Fields have the names of the JSON."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Mapping, Optional, Tuple, Union

from ..errors import Diagnostic
from ..html import progress_html
from .report import LaunchedThread
from .words import Unanswered, Word

Threads = Tuple[str, ...]
"""Names: P0."""


class Termination(Word):
    """Whether every thread ends under a scheduler, whatever schedule it chooses."""

    TERMINATES = "terminates"
    MAY_HANG = "may hang"
    UNDECIDED = "undecided"


class ExpectedTermination(Word):
    """What a test's ``terminates`` lines say."""

    TERMINATES = "terminates"
    MAY_HANG = "may hang"


class Expectation(Word):
    """Whether the answer is as the test says."""

    MET = "met"
    FAILED = "failed"
    UNDECIDED = "undecided"


class HangKind(Word):
    """Deadlock: no thread is enabled. Dead region: no schedule leads from the loop to the end.

    Livelock: all who can go on do. Starvation: somebody who could go on is never run.
    """

    DEADLOCK = "deadlock"
    DEAD_REGION = "dead region"
    LIVELOCK = "livelock"
    STARVATION = "starvation"


class Simt(Word):
    """How the lanes of wavefronts execute."""

    NONE = "none"
    ITS = "its"
    STACK = "stack"


class CauseKind(Word):
    """Why a program gets stuck."""

    ALIAS_SELF = "alias, self"
    RELOCK = "relock"
    SIMD_DEADLOCK = "SIMD deadlock"
    ALIAS_AT_A_BARRIER = "alias at a barrier"
    LOCK_ACROSS_A_BARRIER = "lock across a barrier"
    LOCK_ORDER_DEADLOCK = "lock-order deadlock"
    BARRIER_DEADLOCK = "barrier deadlock"
    VOTE_DEADLOCK = "vote deadlock"
    ABANDONED_LOCK = "abandoned lock"
    WRITE_BEHIND_A_BARRIER = "write behind a barrier"
    VALUE_NEVER_WRITTEN = "value never written"


class FindingKind(Word):
    """A warning about lock bits and barriers."""

    FREE_RELEASE = "free-release"
    NON_OWNER = "non-owner"
    ALIAS_RELEASE = "alias-release"
    LOST_LOCK = "lost-lock"
    CLOBBER = "clobber"
    BAR_DIVERGENCE = "bar-divergence"
    MUTUAL_EXCLUSION = "mutual-exclusion"


class ModelRaces(Word):
    """What a model says of the races of the test."""

    RACY = "racy"
    RACE_FREE = "race-free"
    UNDECIDED = "undecided"
    VACUOUS = "vacuous"
    NOT_DEFINED = "not-defined"
    NOT_ASKED = "not-asked"


class PromiseBasis(Word):
    """Who vouches for the promise of interleavings; ``declared``: the model's file alone."""

    DEFINITIONS = "definitions"
    TESTED = "tested"
    DECLARED = "declared"


class CertaintyBasis(Word):
    """Who vouches that interleavings are executions of the model; ``tested``: those without a race."""

    DEFINITIONS = "definitions"
    TESTED = "tested"


class WaitsFor(Word):
    """What a loop waits for."""

    WORD = "word"
    LOCK_BIT = "lock-bit"


class Changes(Word):
    """What a thread that is masked off would do."""

    WORD = "word"
    LOCK_BIT = "lock-bit"
    BARRIER = "barrier"


@dataclass(frozen=True)
class ScheduleStep:
    """A step of a thread, from one state to another."""

    thread: str
    instruction: str
    text: str
    from_: int
    to: int
    read: Optional[str] = None
    written: Optional[str] = None
    lanes: Optional[str] = None
    """Of a wavefront, a letter for each lane: # acts, o is active, . is masked off, - has ended."""
    locked: Optional[bool] = None
    """Of an ldslk: whether it took the lock bit."""
    line: Optional[int] = None
    """Of the instruction, where its place is known."""
    column: Optional[int] = None
    location: Optional[str] = None
    """What is accessed."""


@dataclass(frozen=True)
class Lasso:
    """A schedule that the scheduler allows: the stem, then the loop for ever. A deadlock has no loop."""

    kind: HangKind
    schedule: str
    """As ``--replay`` reads it: 2,0(1,0)."""
    stem: Tuple[ScheduleStep, ...]
    loop: Tuple[ScheduleStep, ...]
    fair: Threads
    """The threads that are owed a step in every state of the loop."""
    starved: Threads
    """The threads that could take a step but never run in the loop."""
    blocked: Threads
    """The threads that wait at a barrier throughout."""
    unfinished: Threads
    """All threads that never finish."""
    why: Tuple[str, ...] = ()
    """What repeats for ever, and why the scheduler may let it."""


@dataclass(frozen=True)
class Verdict:
    """The answer for one scheduler."""

    scheduler: str
    answer: Termination
    promise: Optional[str] = None
    """Of a platform: what it promises, in the words of the test and by its levels."""
    reason: Optional[str] = None
    """Why it is undecided."""
    expected: Optional[ExpectedTermination] = None
    expectation: Optional[Expectation] = None
    lasso: Optional[Lasso] = None
    """A schedule on which some thread never ends."""


@dataclass(frozen=True)
class Exactness:
    """Whether a test that terminates under interleaving does so under a memory model."""

    exact: bool
    why: str
    conditional: Tuple[str, ...] = ()
    """What the answer assumes without proof."""
    basis: Optional[PromiseBasis] = None
    model: Optional[str] = None
    races: Optional[ModelRaces] = None
    racing: Tuple[Tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Certainty:
    """Whether a test that may hang under interleaving may do so under a memory model."""

    certain: bool
    why: str
    conditional: Tuple[str, ...] = ()
    """What the answer assumes without proof."""
    basis: Optional[CertaintyBasis] = None
    model: Optional[str] = None


@dataclass(frozen=True)
class Cause:
    """Why the program gets stuck."""

    kind: CauseKind
    must: bool
    """No run terminates; otherwise some do."""
    alias: bool
    """A lane waits for a lock bit that is held by another word."""
    lane: str
    instruction: str
    active: Threads
    masked: Threads
    text: str


@dataclass(frozen=True)
class Finding:
    """A warning, with a shortest schedule whose last step shows it."""

    kind: FindingKind
    instruction: str
    text: str
    trace: Tuple[ScheduleStep, ...]


@dataclass(frozen=True)
class ProgressResult:
    """What schedulers do with one test.

    ``stuck`` and ``conditionHolds`` are an Unanswered, which has no truth value, where the exploration was not complete or
    there is no condition.
    """

    file: str
    test: str
    threads: int
    states: int
    """Memory, positions, live registers, and which threads have run."""
    steps: int
    baseStates: int
    """The same without which threads have run."""
    baseSteps: int
    explored: bool
    """The exploration was complete."""
    verdicts: Tuple[Verdict, ...]
    models: Tuple[Exactness, ...]
    ordinarySpins: Tuple[str, ...]
    """Ordinary reads that a loop waits for: they need never observe what another thread stores."""
    finalStates: Tuple[Mapping[str, str], ...]
    launchedThreads: Tuple[LaunchedThread, ...] = ()
    stuck: Union[bool, Unanswered, None] = None
    """Some state cannot reach the end."""
    mayHang: Tuple[Certainty, ...] = ()
    conditionHolds: Union[bool, Unanswered, None] = None
    """The quantified condition over the final states."""
    simt: Optional[Simt] = None
    causes: Tuple[Cause, ...] = ()
    findings: Tuple[Finding, ...] = ()
    findingsComplete: bool = False
    """No limit has cut the search for warnings short."""
    seconds: Optional[float] = None

    def __post_init__(self) -> None:
        why = "the exploration was not complete"
        if self.stuck is None:
            object.__setattr__(self, "stuck", Unanswered(why))
        if self.conditionHolds is None:
            no_condition = "the test has no condition, or its final states are not all known"
            object.__setattr__(self, "conditionHolds", Unanswered(no_condition if self.explored else why))

    def verdict(self, scheduler: str) -> Verdict:
        """The verdict of this scheduler, by the name that the program prints. Raises KeyError if it was not asked."""
        for verdict in self.verdicts:
            if verdict.scheduler == scheduler:
                return verdict
        raise KeyError(scheduler)


@dataclass(frozen=True)
class Acceptance:
    """Whether a scheduler accepts a schedule."""

    scheduler: str
    accepted: bool
    neglected: Threads
    """The threads that are owed a step but do not run in the loop."""


@dataclass(frozen=True)
class Replay:
    """A schedule that was replayed (``replay=``)."""

    file: str
    test: str
    rounds: int
    """How often the loop was run before it returned to its first state."""
    stem: Tuple[ScheduleStep, ...]
    loop: Tuple[ScheduleStep, ...]
    schedulers: Tuple[Acceptance, ...]
    launchedThreads: Tuple[LaunchedThread, ...] = ()


@dataclass(frozen=True)
class Place:
    """An instruction and its line."""

    instruction: str
    text: str
    line: int


@dataclass(frozen=True)
class Wait:
    """A loop in which a lane may wait for ever for lanes of its own wavefront that are masked off."""

    wave: Threads
    loop: Tuple[str, ...]
    waiting: str
    """The thread in the loop."""
    read: Place
    for_: WaitsFor
    branch: Place
    """Where lanes part."""
    masked: str
    """The thread that is masked off."""
    changes: Changes
    otherSide: bool
    """The change is on the other side of the branch, before lanes meet."""
    location: Optional[str] = None
    meeting: Optional[Place] = None
    """Where lanes meet again; None where only at their end."""
    change: Optional[Place] = None
    through: Optional[Place] = None
    """The change lets another wavefront go on, and would then change what is waited for."""


@dataclass(frozen=True)
class Unexplored:
    """What was found in a test without exploring its schedules (``options=["--static"]``)."""

    file: str
    test: str
    waves: int
    waits: Tuple[Wait, ...]
    launchedThreads: Tuple[LaunchedThread, ...] = ()


@dataclass(frozen=True)
class Progress:
    """What ``progress`` returns: results, or the replays of a schedule, or what was found without exploring."""

    format: str
    version: int
    diagnostics: Tuple[Diagnostic, ...]
    results: Tuple[ProgressResult, ...] = ()
    schedule: Optional[str] = None
    replays: Tuple[Replay, ...] = ()
    static: Tuple[Unexplored, ...] = ()

    @property
    def result(self) -> ProgressResult:
        """The only result. Raises ValueError where there are several, or none."""
        if len(self.results) != 1:
            raise ValueError(f"there are {len(self.results)} results; look at results")
        return self.results[0]

    def _repr_html_(self) -> str:
        return progress_html(self)
