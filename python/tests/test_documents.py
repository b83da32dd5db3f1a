"""The examples of the pages and of the calls are run, in the folder of the sources."""

import doctest
import os
import unittest

import hrfcheck.asked
import hrfcheck.calls
import hrfcheck.errors

from .support import SOURCE, needs_program


class Examples(unittest.TestCase):
    def run_examples(self, test):
        before = os.getcwd()
        self.addCleanup(os.chdir, before)
        os.chdir(SOURCE)
        runner = doctest.DocTestRunner(verbose=False)
        said = []
        runner.run(test, out=said.append)
        self.assertEqual(runner.failures, 0, "".join(said))
        self.assertGreater(runner.tries, 0)

    @needs_program
    def test_pages(self):
        for page in ("docs/python.md", "python/README.md"):
            with self.subTest(page):
                text = (SOURCE / page).read_text(encoding="utf-8")
                self.run_examples(doctest.DocTestParser().get_doctest(text, {}, page, page, 0))

    @needs_program
    def test_calls(self):
        for module in (hrfcheck.calls, hrfcheck.asked, hrfcheck.errors):
            for test in doctest.DocTestFinder(exclude_empty=True).find(module):
                if test.examples:
                    with self.subTest(test.name):
                        self.run_examples(test)


if __name__ == "__main__":
    unittest.main()
