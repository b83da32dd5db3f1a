#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>

#include "cli/batch_support.h"
#include "support/has.h"

using namespace hrfcheck::test;

namespace {

namespace fs = std::filesystem;

/// Runs `hrfcheck batch` in a folder.
Finished batch(const Scratch& scratch, const std::string& options) {
  return runShell("cd " + scratch.path("") + " && \"$HRFCHECK\" batch " + options);
}

/// A folder of two tests whose verdicts under two models are expected.
void expectTwo(Scratch& scratch) {
  scratch.file("a.litmus", messagePassing("a"));
  scratch.file("b.litmus", messagePassing("b", "wi"));
  const Finished run = batch(scratch, "-m sc -m hrf-indirect --promote .");
  REQUIRE(run.status == 0);
  REQUIRE(has(run.out, "expected/a.log"));
}

void replace(const std::string& path, const std::string& what, const std::string& by) {
  std::string text = contents(path);
  const std::size_t at = text.find(what);
  REQUIRE(at != std::string::npos);
  std::ofstream(path) << text.replace(at, what.size(), by);
}

}  // namespace

TEST_CASE("what was promoted is what is expected, and the expectations name the models") {
  Scratch scratch;
  expectTwo(scratch);
  const Finished run = batch(scratch, ". --results all.jsonl");
  CAPTURE(run.out);
  CHECK(run.status == 0);
  const auto rows = rowsOf(scratch.path("all.jsonl"));
  CHECK(rows.size() == 4);
  for (const auto& row : rows) {
    CHECK(row["expectations"].size() == 1);
    CHECK(row["expectations"][0]["outcome"] == "met");
  }
  // Nothing has changed, so nothing is written.
  const Finished again = batch(scratch, ". --promote --table none");
  CHECK(again.status == 0);
  CHECK(has(again.out, "0 written, 0 removed"));
}

TEST_CASE("a wrong expectation, one without a test and a test without one are failures") {
  Scratch scratch;
  expectTwo(scratch);
  replace(scratch.path("expected/a.log"), "1:r0=1; 1:r1=1;", "1:r0=1; 1:r1=5;");
  Finished run = batch(scratch, ".");
  CHECK(run.status == 1);
  CHECK(has(run.out, "a.litmus"));
  CHECK(has(run.out, "1:r1=5"));

  expectTwo(scratch);
  fs::rename(scratch.path("expected/a.log"), scratch.path("expected/c.log"));
  run = batch(scratch, ". --results all.jsonl");
  CHECK(run.status == 1);
  CHECK(has(run.out, "expected/c.log"));
  CHECK(has(run.out, "expected/a.log is missing"));
  std::size_t orphans = 0;
  for (const auto& row : rowsOf(scratch.path("all.jsonl"))) {
    orphans += row["status"] == "orphan" ? 1 : 0;
  }
  CHECK(orphans == 1);
  // Asked alone, a test does not answer for its neighbours.
  CHECK(batch(scratch, "b.litmus").status == 0);

  run = batch(scratch, ". --promote -m sc -m hrf-indirect");
  CHECK(run.status == 0);
  CHECK_FALSE(fs::exists(scratch.path("expected/c.log")));
  CHECK(batch(scratch, ".").status == 0);
}

TEST_CASE("models that expectations do not cover are not judged, those they cover in part are") {
  Scratch scratch;
  expectTwo(scratch);
  CHECK(batch(scratch, "-m drf0 .").status == 0);
  CHECK(batch(scratch, "-m drf0 . --fail-on unjudged").status == 1);
  CHECK(batch(scratch, "-m drf0 a.litmus --promote").status == 0);
  const Finished run = batch(scratch, "-m drf0 .");
  CHECK(run.status == 1);
  CHECK(has(run.out, "b.litmus"));
  CHECK(batch(scratch, "-m drf0 . --expect none").status == 0);
}

TEST_CASE("without expectations, ~exists and forall are") {
  Scratch scratch;
  const std::string test = messagePassing("a");
  scratch.file("a.litmus", test.substr(0, test.find("exists")) + "forall (1:r0=1)\n");
  scratch.file("b.litmus", test.substr(0, test.find("exists")) + "~exists (1:r0=7)\n");
  const Finished run = batch(scratch, "-m sc . --results all.jsonl");
  CHECK(run.status == 1);
  const auto rows = rowsOf(scratch.path("all.jsonl"));
  CHECK(rows[0]["expectations"][0]["outcome"] == "failed");
  CHECK(rows[1]["expectations"][0]["outcome"] == "met");
  CHECK(batch(scratch, "-m sc . --expect none").status == 0);
  CHECK(batch(scratch, "-m sc . --expect conditions").status == 1);
}

TEST_CASE("a herd log and a CSV say what is expected") {
  Scratch scratch;
  scratch.file("a.litmus", messagePassing("A"));
  scratch.file(
      "herd.log",
      "Test A Allowed\nStates 2\n1:r0=0; 1:r1=0;\n1:r0=1; 1:r1=1;\nNo\nWitnesses\nPositive: 0 Negative: 3\n"
      "Condition exists (1:r0=1 /\\ 1:r1=0)\nObservation A Never 0 3\nTime A 0.01\nHash=abc\n\n");
  CHECK(batch(scratch, "-m sc . --expect herd.log").status == 0);
  replace(scratch.path("herd.log"), "1:r0=1; 1:r1=1;", "1:r0=1; 1:r1=0;");
  CHECK(batch(scratch, "-m sc . --expect herd.log").status == 1);

  scratch.file("e.csv",
               "model,expected,path,property,note\nsc,FAIL,a.litmus,condition,\"a, b\"\n"
               "hrf-indirect,PASS,a.litmus,race,\nnvidia,PASS,a.litmus,condition,\n"
               "sc,PASS,a.litmus,termination,\n");
  // The row of progress is the fourth.
  Finished run = batch(scratch, "--expect e.csv --results all.jsonl");
  CAPTURE(run.out);
  CHECK(run.status == 0);
  CHECK(has(run.out, "unsupported"));
  CHECK(rowsOf(scratch.path("all.jsonl")).size() == 4);
  CHECK(batch(scratch, "--expect e.csv --fail-on unsupported").status == 1);
  replace(scratch.path("e.csv"), "FAIL", "PASS");
  CHECK(batch(scratch, "--expect e.csv").status == 1);
  replace(scratch.path("e.csv"), "property", "proprety");
  CHECK(batch(scratch, "--expect e.csv").status == 2);
}

TEST_CASE("the same bytes from any number of workers, and from shards that are merged") {
  Scratch scratch;
  const std::string corpus = std::string(HRFCHECK_SOURCE_DIR) + "/litmus/rsp";
  const std::string models = " -m rsp -m hrf-indirect --details ";
  CHECK(
      batch(scratch, corpus + models + "-j 1 --results one.jsonl --herd h1 --junit 1.xml --html p1").status <=
      1);
  CHECK(batch(scratch, corpus + models + "-j 3 --results three.jsonl --herd h2 --junit 2.xml --html p2")
            .status <= 1);
  CHECK(rowsOf(scratch.path("one.jsonl")).size() >= 70);
  CHECK(withoutTimes(scratch.path("one.jsonl")) == withoutTimes(scratch.path("three.jsonl")));
  CHECK(contents(scratch.path("h1/rsp.log")) == contents(scratch.path("h2/rsp.log")));
  CHECK(contents(scratch.path("h1/rsp.log")).size() > 1000);
  CHECK(withoutTimes(scratch.path("1.xml")) == withoutTimes(scratch.path("2.xml")));
  const std::string page = withoutRun(contents(scratch.path("p1/index.html")));
  CHECK(page == withoutRun(contents(scratch.path("p2/index.html"))));

  for (const std::string shard : {"1", "2", "3"}) {
    CHECK(batch(scratch, corpus + models + "--shard " + shard + "/3 --results part-" + shard + ".jsonl")
              .status <= 1);
  }
  CHECK(batch(scratch, "--merge part-*.jsonl --results all.jsonl --details --html p3").status <= 1);
  CHECK(withoutTimes(scratch.path("all.jsonl")) == withoutTimes(scratch.path("one.jsonl")));
  CHECK(withoutRun(contents(scratch.path("p3/index.html"))) == page);
  CHECK_FALSE(has(contents(scratch.path("p1/index.html")), "something else than a picture"));

  const Finished missing = batch(scratch, "--merge part-1.jsonl part-3.jsonl");
  CHECK(missing.status == 2);
  CHECK(has(missing.err, "2/3"));
}

TEST_CASE("rows go to standard output in order, and nothing else does") {
  Scratch scratch;
  scratch.file("a.litmus", messagePassing("a"));
  scratch.file("b.litmus", messagePassing("b"));
  const Finished run = batch(scratch, "-m sc . --results - > out.jsonl");
  CHECK(run.status == 0);
  const auto rows = rowsOf(scratch.path("out.jsonl"));
  REQUIRE(rows.size() == 2);
  CHECK(rows[0]["path"] == "a.litmus");
}

TEST_CASE("a model that takes too long to read is refused") {
  Scratch scratch;
  scratch.file("a.litmus", messagePassing("a", "wi"));
  std::string growing = "procedure p0(r) = acyclic r end\n";
  for (int i = 1; i <= 36; ++i) {
    const std::string before = std::to_string(i - 1);
    growing += "procedure p" + std::to_string(i) + "(r) = call p" + before + "(r;po) call p" + before +
               "(r;rf) end\n";
  }
  scratch.file("growing.cat", growing + "call p36(po)\n");
  const Finished run = batch(scratch, "-m ./growing.cat .");
  CHECK(run.status == 2);
  CHECK(has(run.err, "growing.cat:38:1: error: the call of 'p36' takes more than "));
  const Finished timed = batch(scratch, "-m ./growing.cat --timeout 0.05 .");
  CHECK(timed.status == 2);
  CHECK(has(timed.err, "growing.cat:38:1: error: "));
}

TEST_CASE("--fail-on, and usage errors") {
  Scratch scratch;
  scratch.file("a.litmus", messagePassing("a", "wi"));
  fs::create_directory(scratch.path("no-tests"));
  const Finished racy = batch(scratch, "-m hrf-indirect . --fail-on racy");
  CHECK(racy.status == 1);
  CHECK(has(racy.out, "1 row racy (--fail-on racy)\n"));
  CHECK(batch(scratch, "-m hrf-indirect . --fail-on allowed,racy").status == 1);
  CHECK(batch(scratch, "-m hrf-indirect . --fail-on allowed").status == 0);
  const auto refused = [&scratch](const std::string& arguments, int status) {
    CAPTURE(arguments);
    const Finished run = batch(scratch, arguments);
    CHECK(run.status == status);
    CHECK(has(run.err, "error: "));
    CHECK(run.out == "");
  };
  for (const std::string usage : {"", "--shard 0/3 .", "--shard 4/3 .", "--shard x .",
                                  "--resume a --results b .", "--retry .", "--merge"}) {
    refused(usage, 64);
  }
  for (const std::string input :
       {"-m nosuch .", "no-tests", "--expect nosuch.csv .", "--merge a.litmus", "--resume a.litmus ."}) {
    refused(input, 2);
  }
  CHECK(contents(scratch.path("a.litmus")) == messagePassing("a", "wi"));  // no results file, so not touched
}

TEST_CASE("a progress line where it is asked for") {
  Scratch scratch;
  scratch.file("a.litmus", moderateTest("a"));
  CHECK(has(batch(scratch, std::string(". --progress on ") + kSlowly).err, "/1"));
  CHECK(batch(scratch, std::string(". ") + kSlowly).err == "");
}
