"""Where things are, and what tests of the program need."""

import os
import pathlib
import shutil
import unittest

SOURCE = pathlib.Path(__file__).resolve().parents[2]
DOCS = SOURCE / "docs"


def needs_program(test):
    """Skips where there is no program to ask; ctest names the one that was built in HRFCHECK."""
    found = os.environ.get("HRFCHECK") or shutil.which("hrfcheck")
    return unittest.skipUnless(found, "skipped: no program hrfcheck (HRFCHECK, or in PATH)")(test)


def needs_graphviz(test):
    return unittest.skipUnless(shutil.which("dot"), "skipped: no Graphviz (dot)")(test)
