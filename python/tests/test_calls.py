"""The calls, with the program."""

import html.parser
import json
import os
import pathlib
import tempfile
import unittest
import xml.etree.ElementTree

import hrfcheck
from hrfcheck import as_json
from hrfcheck.program import Program

from .support import DOCS, SOURCE, needs_graphviz, needs_program

try:
    import jsonschema
except ImportError:
    jsonschema = None

CASE = str(SOURCE / "litmus/rsp/fig14-case2.litmus")
NARROW = str(SOURCE / "litmus/hrf/t03-mp-rel-wg-acq-cmp.litmus")
MUTEX = str(SOURCE / "litmus/progress/mutex-cas.litmus")

RACY = """HSA racy
{ x=0; }
 P0@wg 0 | P1@wg 1  ;
 st x, 1 | ld r0, x ;
exists (1:r0=1)
"""

WRONG = """HSA wrong
{ x=0; }
 P0@wg 0    ;
 store x, 1 ;
exists (x=1)
"""

LOOP = """HSA loop
{ x=0; }
 P0@wg 0                ;
 L: faa.rlx.cmp r0, x, 1 ;
 bne r0, 100, L         ;
exists (x=101)
"""


def without_empty(value):
    """Empty lists are as good as missing ones."""
    if isinstance(value, dict):
        return {key: without_empty(item) for key, item in value.items() if item not in ([], None, False, {})}
    return [without_empty(item) for item in value] if isinstance(value, list) else value


@needs_program
class Answers(unittest.TestCase):
    def test_check_answers_as_the_program_does(self):
        result = hrfcheck.check(CASE, models="rsp").result
        self.assertEqual(result.raceStatus, "race-free")
        self.assertIs(result.race_free, True)
        self.assertEqual(result.condition.observation, "Never")
        self.assertEqual(sorted(outcome.state["1:r1"] for outcome in result.outcomes), ["0", "2"])

    def test_a_race_has_its_reason_and_its_execution(self):
        result = hrfcheck.check(CASE, models=["hrf-indirect"]).result
        self.assertIs(result.race_free, False)
        race = result.races[0]
        self.assertEqual((race.first.name, race.second.name), ("P0:1", "P1:0"))
        self.assertEqual(race.reason, "scope-does-not-contain")
        self.assertEqual((race.fix[0].instruction, race.fix[0].scope), ("P0:1", "cmp"))
        self.assertTrue(any(event.instruction == "P0:1" for event in race.witness.events))

    def test_several_tests_and_models(self):
        report = hrfcheck.check(CASE, NARROW, models=["sc", "hrf-direct"])
        self.assertEqual([result.model for result in report], ["sc", "hrf-direct"] * 2)
        with self.assertRaisesRegex(ValueError, "4 results"):
            report.result

    def test_texts_and_paths(self):
        self.assertEqual(hrfcheck.check(RACY).result.raceStatus, "racy")
        self.assertEqual(hrfcheck.check(pathlib.Path(CASE), models="rsp").result.test, "Fig14-case2")
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "-racy.litmus")
            with open(path, "w", encoding="utf-8") as file:
                file.write(RACY)
            self.assertEqual(hrfcheck.check(path).result.raceStatus, "racy")

    def test_a_kernel_is_launched(self):
        kernel = SOURCE / "kernels/message-passing.cl"
        result = hrfcheck.check(kernel, launch=hrfcheck.Launch(test="publish-work-group")).result
        self.assertEqual(result.raceStatus, "racy")
        self.assertEqual(result.launchedThreads[1].group, (1, 0, 0))

    def test_undecided_is_neither_yes_nor_no(self):
        result = hrfcheck.check(LOOP, unroll=2).result
        self.assertEqual(result.standing, "undecided")
        self.assertEqual(result.condition.answer, "undecided")
        for open_ in (result.condition.holds, result.race_free if result.raceStatus == "undecided" else result.condition.holds):
            with self.assertRaises(TypeError):
                bool(open_)
        self.assertTrue(result.incomplete)

    def test_a_time_limit_is_passed_on_and_leaves_the_question_open(self):
        result = hrfcheck.explain(CASE, models="rsp", timeout=0.000001)
        words = [explanation.status for explanation in result.explanations]
        self.assertTrue(result.undecided or "undecided" in words, result)

    def test_vacuous_is_no_answer(self):
        text = RACY.replace("exists", "filter (1:r0=7)\nforall")
        result = hrfcheck.check(text, models="sc").result
        self.assertEqual(result.condition.answer, "vacuous")
        with self.assertRaisesRegex(TypeError, "vacuous"):
            bool(result.condition.holds)

    def test_compare(self):
        pair = hrfcheck.compare(CASE, models=["rsp", "hrf-indirect"]).pair("rsp", "hrf-indirect")
        self.assertEqual(pair.relation, "second-allows-more")
        self.assertEqual(pair.secondAllowsMore.smallest.threads, 2)
        self.assertEqual(hrfcheck.compare(RACY, models=["sc", "hrf0"]).tests.compared, 1)

    def test_explain(self):
        found = hrfcheck.explain(CASE, "1:r0=0 1:r1=0", models="rsp").explanation
        self.assertEqual(found.status, "forbidden")
        self.assertTrue(found.refutations[0].steps)
        allowed = hrfcheck.explain(CASE, "1:r0=0 1:r1=2", models="rsp").explanation
        self.assertTrue(allowed.example.told)

    def test_repair_and_narrow(self):
        advice = hrfcheck.repair(NARROW)
        self.assertEqual(advice.answer, "edits")
        self.assertTrue(advice.optimal)
        self.assertEqual((advice.edits[0].from_.scope, advice.edits[0].to.scope), ("wg", "cmp"))
        self.assertIn("+++", advice.diff)
        narrowed = hrfcheck.narrow(CASE, models="rsp", options=["--table"])
        self.assertEqual(narrowed.command, "narrow")
        self.assertTrue(narrowed.table)

    def test_progress(self):
        result = hrfcheck.progress(MUTEX, schedulers=["hsa", "obe"]).result
        self.assertEqual(result.verdict("obe").answer, "terminates")
        self.assertEqual(result.verdict("hsa").lasso.schedule, "1,0(0)")
        with self.assertRaises(TypeError):
            bool(result.verdict("hsa").answer)
        limited = hrfcheck.progress(MUTEX, options=["--states", "3"]).result
        self.assertEqual(limited.verdict("weak").answer, "undecided")
        with self.assertRaises(TypeError):
            bool(limited.stuck)


@needs_program
class Mistakes(unittest.TestCase):
    def test_each_call_says_where_the_input_is_wrong(self):
        calls = {
            "check": lambda: hrfcheck.check(WRONG),
            "compare": lambda: hrfcheck.compare(WRONG, models=["sc", "rsp"]),
            "explain": lambda: hrfcheck.explain(WRONG, models="sc"),
            "repair": lambda: hrfcheck.repair(WRONG),
            "progress": lambda: hrfcheck.progress(WRONG),
            "graph": lambda: hrfcheck.graph(WRONG),
        }
        for name, call in calls.items():
            with self.subTest(name):
                with self.assertRaises(hrfcheck.InputError) as found:
                    call()
                self.assertEqual((found.exception.line, found.exception.column), (4, 2), str(found.exception))
                self.assertIn("store", str(found.exception))

    def test_what_can_be_read_is_answered_all_the_same(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "wrong.litmus")
            with open(path, "w", encoding="utf-8") as file:
                file.write(WRONG)
            with self.assertRaises(hrfcheck.InputError) as found:
                hrfcheck.check(CASE, path, models="rsp")
        self.assertEqual(found.exception.report.result.test, "Fig14-case2")
        self.assertEqual(os.path.basename(found.exception.file), "wrong.litmus")

    def test_models_and_files_that_are_not_there(self):
        with self.assertRaisesRegex(hrfcheck.InputError, "no-such-model"):
            hrfcheck.check(CASE, models="no-such-model")
        with self.assertRaisesRegex(hrfcheck.InputError, "no-such-file"):
            hrfcheck.check("no-such-file.litmus")

    def test_options_that_are_not_there(self):
        with self.assertRaisesRegex(hrfcheck.UsageError, "--no-such-option"):
            hrfcheck.check(CASE, options=["--no-such-option"])


class Parser(html.parser.HTMLParser):
    """Whether tags are closed."""

    def __init__(self):
        super().__init__()
        self.open = []

    def handle_starttag(self, tag, attrs):
        self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open and self.open[-1] == tag, (self.open, tag)
        self.open.pop()


@needs_program
class Notebooks(unittest.TestCase):
    def shown(self, value):
        text = value._repr_html_()
        parser = Parser()
        parser.feed(text.partition("<?xml")[0])
        self.assertEqual([tag for tag in parser.open if "<?xml" not in text], [])
        return text

    @needs_graphviz
    def test_pictures(self):
        report = hrfcheck.check(CASE, models="hrf-indirect")
        picture = report.picture(race=True)
        self.assertTrue(xml.etree.ElementTree.fromstring(picture._repr_svg_()).tag.endswith("svg"))
        self.assertIn("<svg", report._repr_html_())
        self.assertIn("P1:0", hrfcheck.graph(CASE, model="rsp", outcome="1:r0=0 1:r1=2").svg)
        with tempfile.TemporaryDirectory() as folder:
            picture.save(os.path.join(folder, "race.svg"))
            self.assertGreater(os.path.getsize(os.path.join(folder, "race.svg")), 1000)
        with self.assertRaisesRegex(hrfcheck.NothingToShow, "forbids"):
            hrfcheck.explain(CASE, "1:r0=0 1:r1=0", models="rsp").picture()
        with self.assertRaisesRegex(ValueError, "one test"):
            hrfcheck.check(CASE, NARROW).picture()

    def test_answers_are_shown(self):
        self.assertIn("RACY", self.shown(hrfcheck.check(CASE, NARROW, models="hrf-indirect")))
        self.assertIn("second-allows-more", self.shown(hrfcheck.compare(CASE, models=["rsp", "hrf-indirect"])))
        self.assertIn("forbidden", self.shown(hrfcheck.explain(CASE, "1:r0=0 1:r1=0", models="rsp")))
        self.assertIn("<pre>", self.shown(hrfcheck.repair(NARROW)))
        self.assertIn("starvation", self.shown(hrfcheck.progress(MUTEX, schedulers=["hsa"])))

    def test_what_is_open_is_marked(self):
        report = hrfcheck.check(LOOP, unroll=2)
        self.assertIn("<i>", report._repr_html_())


@needs_program
class Documents(unittest.TestCase):
    """What is read is what was written, and what the schemas say."""

    COMMANDS = (
        (["check", "-m", "all", CASE], hrfcheck.Report, "report"),
        (["check", str(SOURCE / "kernels/ticket-lock.cl") + ":ticket-lock"], hrfcheck.Report, "report"),
        (["check", "--stats", str(SOURCE / "litmus/progress/mutex-cas.litmus")], hrfcheck.Report, "report"),
        (["compare", "-m", "rsp", "-m", "rsp-literal", str(SOURCE / "litmus/rsp")], hrfcheck.Comparison, "comparison"),
        (["explain", "-m", "rsp", "--outcome", "1:r0=0 1:r1=0", CASE], hrfcheck.Explanations, "explanation"),
        (["explain", "-m", "hsa", CASE], hrfcheck.Explanations, "explanation"),
        (["repair", NARROW], hrfcheck.Advice, "advice"),
        (["narrow", "--table", "-m", "rsp", CASE], hrfcheck.Advice, "advice"),
        (["repair", "--timeout", "0.000001", NARROW], hrfcheck.Advice, "advice"),
        (["progress", MUTEX, str(SOURCE / "litmus/progress/barrier-instruction-skipped.litmus")], hrfcheck.Progress, "progress"),
        (["progress", "--replay", "1(0)", MUTEX], hrfcheck.Progress, "progress"),
        (["progress", "--static", MUTEX], hrfcheck.Progress, "progress"),
        (["progress", CASE + "-missing"], hrfcheck.Progress, "progress"),
    )

    def each_document(self, look):
        program = Program.found()
        for words, kind, schema in self.COMMANDS:
            with self.subTest(" ".join(words)):
                look(json.loads(program.run([*words, "--format", "json"]).out), kind, schema)

    def test_nothing_is_lost(self):
        def look(document, kind, _):
            again = as_json(hrfcheck.decode.decode(kind, document))
            self.assertEqual(without_empty(again), without_empty(document))

        self.each_document(look)

    @unittest.skipUnless(jsonschema, "skipped: no python3-jsonschema")
    def test_documents_and_what_is_made_of_them_follow_the_schemas(self):
        def look(document, kind, name):
            schema = json.loads((DOCS / f"{name}.schema.json").read_text(encoding="utf-8"))
            jsonschema.validate(document, schema)
            jsonschema.validate(as_json(hrfcheck.decode.decode(kind, document)), schema)

        self.each_document(look)


if __name__ == "__main__":
    unittest.main()
