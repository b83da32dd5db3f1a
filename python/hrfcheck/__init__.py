"""hrfcheck: a checker for scoped GPU memory models, from Python.

The program ``hrfcheck`` answers; this package asks it, and returns its JSON as typed values. docs/python.md has a tour.
"""

from .answers.advice import Advice
from .answers.comparison import Comparison
from .asked import Launch
from .calls import check, compare, explain, graph, narrow, progress, repair
from .decode import as_json
from .errors import (
    Diagnostic,
    HrfcheckError,
    InputError,
    Interrupted,
    NothingToShow,
    ProgramFailed,
    ProgramNotFound,
    UsageError,
)
from .answers.explanation import Explanations
from .picture import Picture
from .program import Program
from .answers.progress import Progress
from .answers.report import Report, Result
from .answers.words import Unanswered, Word

__version__ = "0.3.0"

__all__ = [
    "Advice",
    "Comparison",
    "Diagnostic",
    "Explanations",
    "HrfcheckError",
    "InputError",
    "Interrupted",
    "Launch",
    "NothingToShow",
    "Picture",
    "Program",
    "ProgramFailed",
    "ProgramNotFound",
    "Progress",
    "Report",
    "Result",
    "Unanswered",
    "UsageError",
    "Word",
    "as_json",
    "check",
    "compare",
    "explain",
    "graph",
    "narrow",
    "progress",
    "repair",
]
