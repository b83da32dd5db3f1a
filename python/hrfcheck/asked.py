"""What is asked: a test, and how a kernel is launched."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import List, Mapping, Optional, Sequence, Tuple, Union

from .program import Program

Test = Union[str, "os.PathLike[str]"]
"""A path, or a text: a string with a line break in it is a text, and any other string is a path."""


@dataclass(frozen=True)
class Launch:
    """How a kernel is launched, and what is asked of it (docs/kernels.md): the options of the same names.

    >>> Launch("2x4", kernel="count", define={"N": 8}).arguments()
    ['--launch', '2x4', '--kernel', 'count', '-D', 'N=8']
    """

    launch: Optional[str] = None
    """Work-groups, and work-items in each: "2x4", or "2,1x4,2" in two dimensions."""
    kernel: Optional[str] = None
    init: Optional[str] = None
    """Initial values: "part[3]; n=4"."""
    define: Mapping[str, object] = field(default_factory=dict)
    """Constants in place of the kernel's own."""
    language: Optional[str] = None
    """opencl, cuda or hip; by default from the name of the file, or detected."""
    exists: Optional[str] = None
    forall: Optional[str] = None
    filter: Optional[str] = None
    test: Optional[str] = None
    """One of the tests of a file that has several."""

    def arguments(self) -> List[str]:
        """The options, as the program reads them."""
        words: List[str] = []
        for name in ("launch", "kernel", "init", "language", "exists", "forall", "filter", "test"):
            value = getattr(self, name)
            if value is not None:
                words += [f"--{name}", value]
        for name, value in self.define.items():
            words += ["-D", f"{name}={value}"]
        return words


@dataclass(frozen=True)
class Asked:
    """A call whose answer can be asked about again: for its picture."""

    program: Program
    tests: Tuple[Test, ...]
    launch: Optional[Launch]
    limits: Tuple[str, ...]


def is_text(test: Test) -> bool:
    """Whether this is the text of a test, and not the path of one."""
    return isinstance(test, str) and "\n" in test


def limits(timeout: Optional[float], unroll: Optional[int], options: Sequence[str]) -> List[str]:
    """The options that bound a search, and whatever else was given."""
    words = [] if timeout is None else ["--timeout", format(timeout, "g")]
    words += [] if unroll is None else ["--unroll", str(unroll)]
    return words + list(options)


def model_arguments(models: Union[str, Sequence[str]]) -> List[str]:
    """``-m`` for each model."""
    names = [models] if isinstance(models, str) else list(models)
    return [word for name in names for word in ("-m", name)]
