"""Words that answers are made of, and the absence of an answer.

An answer of hrfcheck is one of several words, and *undecided* or *vacuous* is none of yes and no. So a word has no truth
value: ``if result.raceStatus:`` is an error, and ``if result.raceStatus == "racy":`` is a question.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import Any, NoReturn


class Word(str, enum.Enum):
    """One of a fixed set of strings, as in the JSON; equal to the string, and without a truth value."""

    def __str__(self) -> str:
        return str(self.value)

    def __format__(self, spec: str) -> str:
        return format(str(self.value), spec)

    def __repr__(self) -> str:
        return repr(str(self.value))

    __hash__ = str.__hash__

    def __bool__(self) -> NoReturn:
        raise TypeError(
            f"'{self.value}' is a word and not a truth value; compare it: == '{self.value}'"
        )


@dataclass(frozen=True)
class Unanswered:
    """Stands where yes or no would stand, and there is neither.

    It has no truth value: ``if condition.holds:`` raises TypeError where the condition is undecided, vacuous or undefined,
    rather than taking that for *no*. ``condition.holds is True`` and ``is False`` are safe questions.
    """

    why: str
    """What there is in place of an answer: "undecided", "vacuous", or a reason in words."""
    json: Any = None
    """What stands in the JSON; None: null, or nothing at all."""

    def __bool__(self) -> NoReturn:
        raise TypeError(f"there is no answer: {self.why}; ask 'is True' or 'is False'")


class Severity(Word):
    """Whether a message is an error or a warning."""

    ERROR = "error"
    WARNING = "warning"


class RaceStatus(Word):
    """Races alone: ``race-free`` says nothing about other undefined behaviour.

    ``vacuous``: there is no execution that could race. ``not-defined``: the model defines no races. ``not-asked``: races
    were not looked for.
    """

    RACY = "racy"
    RACE_FREE = "race-free"
    UNDECIDED = "undecided"
    VACUOUS = "vacuous"
    NOT_DEFINED = "not-defined"
    NOT_ASKED = "not-asked"


class Standing(Word):
    """Whether all questions are answered.

    ``undecided``: some question is open. ``vacuous``: the search was complete, but there was nothing to judge.
    """

    ANSWERED = "answered"
    UNDECIDED = "undecided"
    VACUOUS = "vacuous"


class Status(Word):
    """The status of a final state that satisfies the condition."""

    ALLOWED = "allowed"
    FORBIDDEN = "forbidden"
    UNDECIDED = "undecided"
    VACUOUS = "vacuous"
    NOT_ASKED = "not-asked"


class Observation(Word):
    """How often the condition holds in consistent executions, in herd7's words."""

    NEVER = "Never"
    SOMETIMES = "Sometimes"
    ALWAYS = "Always"
    UNDECIDED = "Undecided"
    VACUOUS = "Vacuous"
    NOT_ASKED = "NotAsked"


class ConditionAnswer(Word):
    """The condition with its quantifier.

    ``vacuous``: there is no final state. ``undefined``: the test may end in any state, so ``forall`` and ``~exists``
    guarantee nothing.
    """

    HOLDS = "holds"
    FAILS = "fails"
    UNDECIDED = "undecided"
    VACUOUS = "vacuous"
    UNDEFINED = "undefined"
    NOT_ASKED = "not-asked"


class RaceReason(Word):
    """Why a pair is not ordered: docs/usage.md says what each word means."""

    ONLY_LAST_RELEASE = "only-last-release"
    ONLY_NEXT_ACQUIRE = "only-next-acquire"
    NOTHING_TO_PROMOTE = "nothing-to-promote"
    UNPROMOTED_RELEASE = "unpromoted-release"
    SCOPE_DOES_NOT_CONTAIN = "scope-does-not-contain"
    SCOPES_DIFFER = "scopes-differ"
    ORDER_TOO_WEAK = "order-too-weak"
    NOT_VISIBLE = "not-visible"
    NO_SYNCHRONIZATION = "no-synchronization"


class FixOrder(Word):
    """The order that an instruction would have to have."""

    ACQUIRE = "acquire"
    RELEASE = "release"
    ACQ_REL = "acq_rel"
    SEQ_CST = "seq_cst"


class EventKind(Word):
    """What an event of an execution is; ``arrive`` and ``depart`` are the two sides of a barrier."""

    INIT = "init"
    READ = "read"
    WRITE = "write"
    FENCE = "fence"
    ARRIVE = "arrive"
    DEPART = "depart"


class ThreadEnd(Word):
    """How a thread stops that does not complete."""

    SPINS = "spins"
    WAITS_AT_BARRIER = "waits-at-barrier"
    LOOP_BOUND = "loop-bound"
    FAULT = "fault"


class IncidentKind(Word):
    """Why an execution does not complete."""

    BOUND_REACHED = "bound-reached"
    BARRIER_DIVERGENCE = "barrier-divergence"
    FAULT = "fault"


class OutcomesAsked(Word):
    """What ``outcomes`` contains: all of them, at most one for and one against the condition, or none."""

    ALL = "all"
    CONDITION = "condition"
    NONE = "none"


class Rule(Word):
    """What was left out because it shows nothing more (docs/trust.md)."""

    FEW_ITERATIONS = "few-iterations"
    LAST_ITERATION = "last-iteration"
    ITERATION_PER_WRITE = "iteration-per-write"
    SILENT_UPDATES = "silent-updates"
    COUNTED_UPDATES = "counted-updates"
    REPEATED_READS = "repeated-reads"
    OWN_LOCATIONS = "own-locations"
    JOINT_ROUNDS = "joint-rounds"
    READ_VALUES = "read-values"
    SETTLED_MEMORY = "settled-memory"
    INTERCHANGEABLE_THREADS = "interchangeable-threads"


class Licence(Word):
    """The property of a model that licenses a rule (docs/litmus.md)."""

    DELETION = "deletion"
    DELETION_OF_UPDATES = "deletion of updates"
    TWINS = "twins"
    TWIN_ROUNDS = "twin rounds"
    UPDATES_HAND_ON = "updates hand on"
    SETTLED_MEMORY = "settled memory"
    RENAMING = "renaming"
