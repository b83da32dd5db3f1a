"""The commands of the program as calls."""

from __future__ import annotations

import json
import os
import tempfile
from typing import Any, List, Optional, Sequence, Tuple, Type, TypeVar, Union, cast

from .answers.advice import Advice
from .answers.comparison import Comparison, ProblemStatus
from .answers.explanation import Explanations
from .answers.progress import Progress
from .answers.report import Report
from .answers.words import Severity
from .asked import Asked, Launch, Test, is_text, limits, model_arguments
from .decode import decode
from .errors import Diagnostic, InputError, NothingToShow, ProgramFailed, diagnostics_in, message_of
from .picture import Picture
from .program import Finished, Program, input_error

T = TypeVar("T")
Models = Union[str, Sequence[str]]
ProgramLike = Union[Program, str, "os.PathLike[str]", None]

_FORMATS = {
    Report: ("hrfcheck-report", 2),
    Comparison: ("hrfcheck-comparison", 1),
    Explanations: ("hrfcheck-explanation", 1),
    Progress: ("hrfcheck-progress", 1),
}


def check(
    test: Test,
    *more: Test,
    models: Models = (),
    launch: Optional[Launch] = None,
    unroll: Optional[int] = None,
    timeout: Optional[float] = None,
    options: Sequence[str] = (),
    program: ProgramLike = None,
) -> Report:
    """Which outcomes the models allow, and which instructions race.

    ``test`` is a path or a text (a string with a line break); ``models`` are names, paths of .cat files, or "all", and by
    default those of the test's dialect; ``timeout`` is in seconds for each test, and what is open then is *undecided*;
    ``options`` are further options of the command.

    Raises InputError, with its place, for what is wrong in a test or a model, and UsageError for unknown options.

    >>> check("litmus/rsp/fig14-case2.litmus", models="rsp").result.headline
    'race-free'
    """
    asked = _asked(program, (test, *more), launch, limits(timeout, unroll, options))
    report = _answer(Report, asked, ["check", *model_arguments(models)])
    object.__setattr__(report, "_asked", asked)
    return report


def compare(
    test: Test,
    *more: Test,
    models: Sequence[str],
    launch: Optional[Launch] = None,
    unroll: Optional[int] = None,
    timeout: Optional[float] = None,
    options: Sequence[str] = (),
    program: ProgramLike = None,
) -> Comparison:
    """What each model allows that another does not, over tests and folders of tests.

    Raises InputError where a test cannot be read: its ``report`` is the comparison over the others.

    >>> compare("litmus/rsp", models=["rsp", "rsp-literal"]).pair("rsp", "rsp-literal").relation
    'second-allows-more'
    """
    asked = _asked(program, (test, *more), launch, limits(timeout, unroll, options))
    return _answer(Comparison, asked, ["compare", "--progress", "off", *model_arguments(models)])


def explain(
    test: Test,
    outcome: Optional[str] = None,
    *,
    models: Models = (),
    launch: Optional[Launch] = None,
    unroll: Optional[int] = None,
    timeout: Optional[float] = None,
    options: Sequence[str] = (),
    program: ProgramLike = None,
) -> Explanations:
    """Why a final state is allowed or forbidden; by default that of the test's condition.

    >>> explain("litmus/rsp/fig14-case2.litmus", "1:r0=0 1:r1=0", models="rsp").explanation.status
    'forbidden'
    """
    asked = _asked(program, (test,), launch, limits(timeout, unroll, options))
    explanations = _answer(Explanations, asked, ["explain", *model_arguments(models), *_option("--outcome", outcome)])
    object.__setattr__(explanations, "_asked", asked)
    return explanations


def repair(
    test: Test,
    *,
    models: Models = (),
    goal: Optional[str] = None,
    launch: Optional[Launch] = None,
    unroll: Optional[int] = None,
    timeout: Optional[float] = None,
    options: Sequence[str] = (),
    program: ProgramLike = None,
) -> Advice:
    """The cheapest edits that make a test race-free, and its ``forall`` hold if it has one.

    Another ``goal`` is one of: race-free, hold, forbid, allow (docs/repair.md).

    The test itself is not changed.

    >>> repair("litmus/hrf/t03-mp-rel-wg-acq-cmp.litmus").answer
    'edits'
    """
    asked = _asked(program, (test,), launch, limits(timeout, unroll, options))
    return _answer(Advice, asked, ["repair", "--progress", "off", *model_arguments(models), *_option("--goal", goal)])


def narrow(
    test: Test,
    *,
    models: Models = (),
    keep: Optional[str] = None,
    launch: Optional[Launch] = None,
    unroll: Optional[int] = None,
    timeout: Optional[float] = None,
    options: Sequence[str] = (),
    program: ProgramLike = None,
) -> Advice:
    """The cheapest orders and scopes that keep the behaviour of a test that is race-free."""
    asked = _asked(program, (test,), launch, limits(timeout, unroll, options))
    return _answer(Advice, asked, ["narrow", "--progress", "off", *model_arguments(models), *_option("--keep", keep)])


def progress(
    test: Test,
    *more: Test,
    schedulers: Sequence[str] = (),
    models: Models = (),
    launch: Optional[Launch] = None,
    timeout: Optional[float] = None,
    options: Sequence[str] = (),
    program: ProgramLike = None,
) -> Progress:
    """Under which schedulers every thread terminates.

    >>> progress("litmus/progress/mutex-cas.litmus", schedulers=["obe"]).result.verdict("obe").answer
    'terminates'
    """
    asked = _asked(program, (test, *more), launch, limits(timeout, None, options))
    chosen = [word for name in schedulers for word in ("--scheduler", name)]
    return _answer(Progress, asked, ["progress", *model_arguments(models), *chosen])


def graph(
    test: Test,
    *,
    model: Optional[str] = None,
    outcome: Optional[str] = None,
    race: bool = False,
    show: Sequence[str] = (),
    launch: Optional[Launch] = None,
    unroll: Optional[int] = None,
    timeout: Optional[float] = None,
    options: Sequence[str] = (),
    program: ProgramLike = None,
) -> Picture:
    """A picture of an execution: with this outcome, with a race, or the one that says most (docs/graph.md).

    Raises NothingToShow if there is no such execution, and where Graphviz is missing.
    """
    asked = _asked(program, (test,), launch, limits(timeout, unroll, options))
    return graph_again(asked, model, outcome=outcome, race=race, show=show)


def graph_again(
    asked: Optional[Asked],
    model: Optional[str],
    *,
    outcome: Optional[str] = None,
    race: bool = False,
    show: Sequence[str] = (),
) -> Picture:
    """The picture of a call that was made before. Raises ValueError if it was about several tests."""
    if asked is None or len(asked.tests) != 1:
        raise ValueError("a picture is of one test; draw it by hrfcheck.graph")
    words = ["graph", "--format", "svg", *_option("-m", model), *_option("--outcome", outcome)]
    words += ["--race"] if race else []
    words += ["--show", ",".join(show)] if show else []
    finished = _run(asked, words)
    if "<svg" in finished.out:
        return Picture(finished.out)
    messages = diagnostics_in(finished.err)
    if any(found.line for found in messages):
        raise InputError(messages)
    raise NothingToShow("; ".join(str(found) for found in messages) or finished.err.strip() or finished.out.strip())


def _option(word: str, value: Optional[str]) -> List[str]:
    return [] if value is None else [word, value]


def _asked(program: ProgramLike, tests: Tuple[Test, ...], launch: Optional[Launch], words: List[str]) -> Asked:
    if len(tests) > 1 and any(is_text(test) for test in tests):
        raise ValueError("a text is asked about alone; write the texts to files")
    return Asked(Program.found(program), tests, launch, tuple(words))


def _run(asked: Asked, command: Sequence[str]) -> Finished:
    words = [*command, *(asked.launch.arguments() if asked.launch else []), *asked.limits]
    first = asked.tests[0]
    if not is_text(first):
        return asked.program.run([*words, "--", *(os.fspath(test) for test in asked.tests)])
    assert isinstance(first, str)
    if command[0] != "compare":
        return asked.program.run([*words, "--", "-"], first)
    with tempfile.TemporaryDirectory() as folder:  # compare reads no standard input
        path = os.path.join(folder, "test.litmus")
        with open(path, "w", encoding="utf-8") as file:
            file.write(first)
        return asked.program.run([*words, "--", path])


def _answer(kind: Type[T], asked: Asked, command: Sequence[str]) -> T:
    """The answer of a run. Raises what stands in its place."""
    finished = _run(asked, [*command, "--format", "json"])
    try:
        document = json.loads(finished.out)
    except ValueError:
        raise input_error(finished) from None
    _require_format(kind, document)
    answer = cast(T, decode(kind, document))
    errors = _messages(answer, finished)
    if any(found.severity == Severity.ERROR for found in errors):
        raise InputError(errors, answer)
    return answer


def _messages(answer: Any, finished: Finished) -> List[Diagnostic]:
    """What was said about the input: in the answer, or else on standard error."""
    if isinstance(answer, Comparison):
        unread = [problem.reason for problem in answer.problems if problem.status == ProblemStatus.ERROR]
        return [message_of(reason) for reason in unread]
    return [*getattr(answer, "diagnostics", ())] or [*diagnostics_in(finished.err)]


def _require_format(kind: Type[Any], document: Any) -> None:
    if kind in _FORMATS:
        found = (document.get("format"), document.get("version")) if isinstance(document, dict) else None
        if found != _FORMATS[kind]:
            raise ProgramFailed(f"the program answers in the format {found}, and this package reads {_FORMATS[kind]}")
