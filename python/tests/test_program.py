"""How the program is found, run and ended; with programs that stand in for it."""

import os
import signal
import stat
import sys
import tempfile
import unittest
from unittest import mock

import hrfcheck
from hrfcheck.errors import diagnostics_in
from hrfcheck.program import Program


class Stand(unittest.TestCase):
    """Programs that are written for a test."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def program(self, code, name="hrfcheck"):
        path = os.path.join(self.folder, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(f"#!{sys.executable}\nimport os, signal, sys\n{code}\n")
        os.chmod(path, os.stat(path).st_mode | stat.S_IXUSR)
        return path


class Finding(Stand):
    def test_argument_then_variable_then_path(self):
        named = self.program("", "named")
        path = self.program("")
        with mock.patch.dict(os.environ, {"HRFCHECK": named, "PATH": self.folder}):
            self.assertEqual(Program.found(path).path, path)
            self.assertEqual(Program.found().path, named)
            del os.environ["HRFCHECK"]
            self.assertEqual(Program.found().path, path)
            self.assertEqual(Program.found(Program("x")), Program("x"))

    def test_what_is_not_there_is_said(self):
        with mock.patch.dict(os.environ, {"HRFCHECK": "/nowhere/hrfcheck", "PATH": self.folder}):
            with self.assertRaisesRegex(hrfcheck.ProgramNotFound, "HRFCHECK names /nowhere/hrfcheck"):
                Program.found()
            with self.assertRaisesRegex(hrfcheck.ProgramNotFound, "the argument program names other"):
                Program.found("other")
            del os.environ["HRFCHECK"]
            with self.assertRaisesRegex(hrfcheck.ProgramNotFound, "set HRFCHECK"):
                Program.found()


class Running(Stand):
    def test_arguments_and_text_arrive(self):
        program = Program(self.program("print(sys.argv[1:], sys.stdin.read())"))
        self.assertEqual(program.run(["a", "-"], "one\ntwo\n").out, "['a', '-'] one\ntwo\n\n")

    def test_limits_and_launches_are_passed_on(self):
        program = self.program("sys.stderr.write(repr(sys.argv[1:])); sys.exit(64)")
        with self.assertRaises(hrfcheck.UsageError) as found:
            hrfcheck.check(
                "a.cl", models=["sc", "rsp"], launch=hrfcheck.Launch("2x1"), timeout=0.5, unroll=3, program=program
            )
        self.assertEqual(
            str(found.exception),
            "['check', '-m', 'sc', '-m', 'rsp', '--format', 'json', '--launch', '2x1', '--timeout', '0.5', "
            "'--unroll', '3', '--', 'a.cl']",
        )

    def test_a_fault_of_the_program_is_told_from_one_of_the_input(self):
        fault = self.program("sys.stderr.write('internal error: a reason'); sys.exit(70)")
        with self.assertRaisesRegex(hrfcheck.ProgramFailed, "internal error: a reason"):
            hrfcheck.check("a.litmus", program=fault)
        silent = self.program("sys.exit(0)")
        with self.assertRaisesRegex(hrfcheck.ProgramFailed, "status 0 and no answer"):
            hrfcheck.check("a.litmus", program=silent)
        other = self.program("print('{\"format\": \"hrfcheck-report\", \"version\": 9}')")
        with self.assertRaisesRegex(hrfcheck.ProgramFailed, "hrfcheck-report', 9"):
            hrfcheck.check("a.litmus", program=other)

    def test_an_interrupt_ends_the_program(self):
        # It interrupts its caller, and ends by itself only when it is asked to.
        pid_file = os.path.join(self.folder, "pid")
        code = (
            f"open({pid_file!r}, 'w').write(str(os.getpid()))\n"
            "os.kill(os.getppid(), signal.SIGINT)\n"
            "signal.pause()"
        )
        with self.assertRaises(KeyboardInterrupt):
            Program(self.program(code)).run([])
        with open(pid_file, encoding="utf-8") as file:
            pid = int(file.read())
        with self.assertRaises(ProcessLookupError):
            os.kill(pid, 0)

    def test_a_program_that_a_signal_ended_has_not_answered(self):
        program = self.program("os.kill(os.getpid(), signal.SIGTERM)")
        with self.assertRaisesRegex(hrfcheck.Interrupted, "SIGTERM"):
            hrfcheck.check("a.litmus", program=program)


class Messages(unittest.TestCase):
    def test_places_and_hints_are_read(self):
        found = diagnostics_in(
            "a b.litmus:3:7: error: expected ';'\n   3 |  st x\n     |      ^\n  hint: write ;\n"
            "warning: without a place\nerror: no file x\n"
        )
        self.assertEqual([str(each.severity) for each in found], ["error", "warning", "error"])
        self.assertEqual((found[0].file, found[0].line, found[0].column), ("a b.litmus", 3, 7))
        self.assertEqual((found[0].message, found[0].hint), ("expected ';'", "write ;"))
        self.assertEqual((found[1].file, found[1].message), (None, "without a place"))


if __name__ == "__main__":
    unittest.main()
