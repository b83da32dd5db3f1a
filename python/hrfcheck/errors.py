"""What can go wrong, as exceptions. A test whose answer is undecided or vacuous is not an error."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Optional, Sequence, Tuple

from .answers.words import Severity


@dataclass(frozen=True)
class Diagnostic:
    """An error or a warning about the input, with its place where it has one."""

    severity: Severity
    message: str
    hint: Optional[str] = None
    """A second sentence: what to write instead."""
    file: Optional[str] = None
    line: Optional[int] = None
    """From 1."""
    column: Optional[int] = None
    """In bytes, from 1."""
    length: Optional[int] = None
    """In bytes from the column on; it may go on in the lines that follow."""

    def __str__(self) -> str:
        place = ":".join(str(part) for part in (self.file, self.line, self.column) if part is not None)
        text = f"{place}: {self.message}" if place else self.message
        return f"{text} ({self.hint})" if self.hint else text


class HrfcheckError(Exception):
    """Every exception of this package."""


class ProgramNotFound(HrfcheckError):
    """There is no program hrfcheck where it was looked for."""


class InputError(HrfcheckError):
    """The test, the model or what is asked of them is wrong.

    ``diagnostics`` has the errors and warnings in the order of the program, ``file``, ``line`` and ``column`` are the place
    of the first error (None where it has none), and ``report`` is what was answered all the same: of several tests, the
    results of those that can be read.
    """

    def __init__(self, diagnostics: Sequence[Diagnostic], report: Any = None) -> None:
        self.diagnostics: Tuple[Diagnostic, ...] = tuple(diagnostics)
        self.report = report
        errors = [found for found in self.diagnostics if found.severity == Severity.ERROR]
        first = errors[0] if errors else None
        self.file = first.file if first else None
        self.line = first.line if first else None
        self.column = first.column if first else None
        super().__init__("\n".join(str(found) for found in errors) or "the input is not accepted")


class UsageError(HrfcheckError):
    """The program does not know an option, or options exclude each other."""


class NothingToShow(HrfcheckError):
    """There is no such execution or picture: a final state is forbidden, or there is no race; or Graphviz is missing."""


class Interrupted(HrfcheckError):
    """The program was ended by a signal before it answered."""


class ProgramFailed(HrfcheckError):
    """A fault of hrfcheck itself (exit status 70), or an answer that this package cannot read."""


_MESSAGE = re.compile(
    r"^(?:(?P<file>[^\n]+?)(?::(?P<line>\d+)(?::(?P<column>\d+))?)?: )?(?P<severity>error|warning): (?P<message>.*)$"
)
_HINT = re.compile(r"^\s*hint: (?P<hint>.*)$")


_PLACE = re.compile(r"^(?P<file>[^\n]+?):(?P<line>\d+)(?::(?P<column>\d+))?: (?P<message>.*)$", re.S)


def message_of(reason: str) -> Diagnostic:
    """An error as a row of a corpus has it.

    >>> message_of("a.litmus:3:5: expected ';'").column
    5
    """
    found = _PLACE.match(reason)
    if found is None:
        return Diagnostic(Severity.ERROR, reason)
    column = int(found["column"]) if found["column"] else None
    return Diagnostic(Severity.ERROR, found["message"], None, found["file"], int(found["line"]), column)


def diagnostics_in(text: str) -> Tuple[Diagnostic, ...]:
    """The messages that the program has written to standard error.

    >>> diagnostics_in("a.litmus:3:5: error: expected ';'\\n   3 | st x\\n     |     ^\\n  hint: write ;\\n")[0].line
    3
    """
    found = []
    for line in text.splitlines():
        message = _MESSAGE.match(line)
        hint = _HINT.match(line)
        if message:
            number = {name: int(message[name]) if message[name] else None for name in ("line", "column")}
            found.append(
                Diagnostic(Severity(message["severity"]), message["message"], None, message["file"], **number)
            )
        elif hint and found:
            last = found[-1]
            found[-1] = Diagnostic(
                last.severity, last.message, hint["hint"], last.file, last.line, last.column
            )
    return tuple(found)
