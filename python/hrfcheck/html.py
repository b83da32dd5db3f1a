"""What notebooks show of answers. Everything that is not an answer is marked as such."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING, Iterable, Optional, Sequence

from .errors import HrfcheckError

if TYPE_CHECKING:
    from .answers.advice import Advice
    from .answers.comparison import Comparison
    from .answers.explanation import Explanation, Explanations
    from .answers.progress import Progress
    from .answers.report import Report, Result

_OPEN = ("undecided", "vacuous", "Undecided", "Vacuous", "undefined", "not-found")


def _text(text: object) -> str:
    return html.escape(str(text))


def _word(word: object) -> str:
    """A word of an answer; in italics where it is none."""
    return f"<i>{_text(word)}</i>" if str(word) in _OPEN else _text(word)


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Of cells in HTML."""
    heads = "".join(f"<th style='text-align:left'>{_text(cell)}</th>" for cell in head)
    body = "".join(
        "<tr>" + "".join(f"<td style='text-align:left'>{cell}</td>" for cell in row) + "</tr>" for row in rows
    )
    return f"<table><tr>{heads}</tr>{body}</table>"


def _list(items: Iterable[str]) -> str:
    inside = "".join(f"<li>{item}</li>" for item in items)
    return f"<ul>{inside}</ul>" if inside else ""


def report_html(report: "Report") -> str:
    """A table of the results; of a single one its races, and the picture of an execution."""
    rows = [
        (_text(result.file), _text(result.model), _text(result.headline), _condition(result)) for result in report.results
    ]
    parts = [_table(("test", "model", "verdict", "condition"), rows)]
    parts += [
        _list(f"{_text(found.model)} does not apply to {_text(found.file)}: {_text(found.reason)}" for found in report.notApplicable),
        _list(_text(found) for found in report.diagnostics),
    ]
    if len(report.results) == 1:
        parts += [_races(report.results[0]), _open_questions(report.results[0]), _picture(report)]
    return "".join(parts)


def _condition(result: "Result") -> str:
    condition = result.condition
    return f"{_text(condition.text)}: {_word(condition.observation)}" if condition.text else ""


def _races(result: "Result") -> str:
    return _list(
        f"<code>{_text(race.first.name)}</code> {_text(race.first.text)} × <code>{_text(race.second.name)}</code> "
        f"{_text(race.second.text)}" + (f": {_text(race.explanation)}" if race.explanation else "")
        for race in result.races
    )


def _open_questions(result: "Result") -> str:
    reasons = [reason for reason in (result.incomplete, result.notConsidered) if reason]
    reasons += [f"conditional: holds if {assumed}" for assumed in result.conditional]
    return _list(f"<i>{_text(reason)}</i>" for reason in reasons)


def _picture(report: "Report") -> str:
    if report._asked is None:
        return ""
    try:
        return report.picture().svg
    except HrfcheckError as error:
        return f"<p><i>no picture: {_text(error)}</i></p>"


def comparison_html(comparison: "Comparison") -> str:
    """A table of the pairs of models, and the questions without an answer."""
    rows = [
        (
            _text(pair.first),
            _text(pair.relation),
            _text(pair.second),
            _text(pair.tests),
            _text(pair.firstAllowsMore.tests),
            _text(pair.secondAllowsMore.tests),
            _text(pair.undecided),
        )
        for pair in comparison.pairs
    ]
    head = ("first", "relation", "second", "tests", "first allows more", "second allows more", "undecided")
    return _table(head, rows) + _list(
        f"{_text(found.path)} {_text(found.model or '')}: <i>{_text(found.status)}</i>, {_text(found.reason)}"
        for found in comparison.problems
    )


def explanations_html(explanations: "Explanations") -> str:
    """For each model why, in words."""
    parts = [f"<p><b>{_text(explanations.test)}</b>: {_text(explanations.outcome)}</p>"]
    for explanation in explanations.explanations:
        parts.append(f"<p>{_text(explanation.model)}: {_word(explanation.status)}{_why_open(explanation.undecided)}</p>")
        parts.append(_told(explanation))
    for missing in explanations.undecided:
        parts.append(f"<p>{_text(missing.model or 'all models')}: <i>undecided</i>{_why_open(missing.reason)}</p>")
    return "".join(parts)


def _why_open(reason: Optional[str]) -> str:
    return f", {_text(reason)}" if reason else ""


def _told(explanation: "Explanation") -> str:
    if explanation.example:
        return _list(_text(line) for line in explanation.example.told)
    if explanation.noCandidate:
        return _list(["no execution of the code ends in this state, whatever the model"])
    return _list(
        f"{_text(refutation.requirement)}: "
        + ", ".join(f"<code>{_text(step.from_)} → {_text(step.to)}</code> by {_text(step.by)}" for step in refutation.steps)
        for refutation in explanation.refutations
    )


def advice_html(advice: "Advice") -> str:
    """The answer, what it costs, and the edits as a diff."""
    cost = f", cost {advice.cost}" if advice.cost is not None else ""
    proved = "" if advice.optimal or advice.cost is None else " <i>(not proved to be the cheapest)</i>"
    stopped = f"<p><i>stopped: {_text(advice.stopped)}</i></p>" if advice.stopped else ""
    diff = f"<pre>{_text(advice.diff)}</pre>" if advice.diff else ""
    return (
        f"<p><b>{_text(advice.test)}</b> ({_text(', '.join(advice.models))}): {_word(advice.answer)}{cost}{proved}</p>"
        + stopped
        + diff
    )


def progress_html(progress: "Progress") -> str:
    """A table of tests and schedulers, with the schedules of hangs."""
    rows = [
        (
            _text(result.test),
            _text(verdict.scheduler),
            _word(verdict.answer) + _why_open(verdict.reason),
            _text(f"{verdict.lasso.kind}: {verdict.lasso.schedule}" if verdict.lasso else ""),
        )
        for result in progress.results
        for verdict in result.verdicts
    ]
    return _table(("test", "scheduler", "answer", "hang"), rows) + _list(_text(found) for found in progress.diagnostics)
