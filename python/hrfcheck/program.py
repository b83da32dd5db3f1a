"""The program: where it is, and how it is run."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
from dataclasses import dataclass
from typing import Optional, Sequence, Union

from .errors import (
    HrfcheckError,
    InputError,
    Interrupted,
    ProgramFailed,
    ProgramNotFound,
    UsageError,
    diagnostics_in,
)

_END_SECONDS = 10
"""How long the program gets to end its workers and itself before it is killed."""

_BAD_INPUT, _UNDECIDED, _BAD_USAGE, _INTERNAL = 2, 3, 64, 70


@dataclass(frozen=True)
class Finished:
    """A run of the program that has ended."""

    status: int
    out: str
    err: str


@dataclass(frozen=True)
class Program:
    """The program hrfcheck of a path.

    ``Program.found()`` looks for it as the calls do: the argument, the environment variable HRFCHECK, the PATH.
    """

    path: str

    @staticmethod
    def found(given: Union["Program", str, "os.PathLike[str]", None] = None) -> "Program":
        """Raises ProgramNotFound, which says where it was looked for."""
        if isinstance(given, Program):
            return given
        for name, source in ((given, "the argument program"), (os.environ.get("HRFCHECK"), "HRFCHECK")):
            if name:
                path = shutil.which(os.fspath(name))
                if path is None:
                    raise ProgramNotFound(f"{source} names {os.fspath(name)}, which is not a program that can be run")
                return Program(path)
        path = shutil.which("hrfcheck")
        if path is None:
            raise ProgramNotFound(
                "hrfcheck is not in the folders of PATH; install it, set HRFCHECK to its path, or give program="
            )
        return Program(path)

    @property
    def version(self) -> str:
        """Such as "0.3.0"."""
        words = self.run(["--version"]).out.split()
        return words[1] if len(words) > 1 else ""

    def run(self, arguments: Sequence[str], text: Optional[str] = None) -> Finished:
        """Runs the program to its end, with ``text`` on its standard input.

        Ctrl-C (KeyboardInterrupt) ends the program, and its workers with it, and is raised again.

        Raises UsageError for an unknown option, ProgramFailed for a fault of the program, ProgramNotFound if it cannot be
        run.
        """
        try:
            child = subprocess.Popen(
                [self.path, *arguments],
                stdin=subprocess.PIPE if text is not None else subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
            )
        except OSError as error:
            raise ProgramNotFound(f"{self.path} cannot be run: {error.strerror}") from error
        try:
            out, err = child.communicate(None if text is None else text.encode())
        except BaseException:
            _end(child)
            raise
        finished = Finished(
            child.returncode, out.decode(errors="replace"), err.decode(errors="replace")
        )
        _require_ended(finished)
        return finished


def _end(child: "subprocess.Popen[bytes]") -> None:
    """The program ends its workers when it is asked to end."""
    child.terminate()
    try:
        child.wait(_END_SECONDS)
    except subprocess.TimeoutExpired:
        child.kill()
        child.wait()
    for stream in (child.stdin, child.stdout, child.stderr):
        if stream is not None:
            try:
                stream.close()
            except OSError:  # what was not written yet has no reader
                pass


def _require_ended(finished: Finished) -> None:
    if finished.status < 0:
        raise Interrupted(f"hrfcheck was ended by {signal.Signals(-finished.status).name}")
    if finished.status == _BAD_USAGE:
        raise UsageError(finished.err.strip())
    if finished.status == _INTERNAL and not finished.out:
        raise ProgramFailed(finished.err.strip())


def input_error(finished: Finished) -> HrfcheckError:
    """What a run without an answer has said on standard error."""
    found = diagnostics_in(finished.err)
    if finished.status == _BAD_INPUT and found:
        return InputError(found)
    return ProgramFailed(finished.err.strip() or f"hrfcheck ended with status {finished.status} and no answer")
