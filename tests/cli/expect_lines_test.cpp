// Lines `expect` of tests: `batch` asks the models that they name, and both `batch` and `check` judge them.

#include <doctest/doctest.h>

#include "cli/batch_support.h"
#include "support/has.h"
#include "support/json_schema.h"

using namespace hrfcheck::test;

namespace {

/// Message passing that is racy under hrf-indirect, since its scope is that of a work-item, with these lines.
std::string racyTest(const std::string& lines) {
  return messagePassing("racy", "wi") + lines + "\n";
}

/// "model property outcome" of each expectation.
std::vector<std::string> outcomesIn(const std::string& results) {
  std::vector<std::string> lines;
  for (const auto& row : rowsOf(results)) {
    CHECK(schemaMistakes("batch", row).empty());
    for (const auto& result : row["expectations"]) {
      lines.push_back(row["model"].get<std::string>() + " " + result["property"].get<std::string>() + " " +
                      result["outcome"].get<std::string>());
    }
  }
  return lines;
}

using Lines = std::vector<std::string>;

}  // namespace

TEST_CASE("batch asks the models that expect lines name, and judges each statement") {
  const Scratch scratch;
  const std::string test = scratch.file("t.litmus", racyTest("expect hrf-indirect: racy, Never\n"
                                                             "expect sc: Never, 2 states, race-free"));
  const std::string results = scratch.path("r.jsonl");
  const Finished run = runProgram({"batch", test, "--results", results});
  CAPTURE(run.out);
  CHECK(run.status == 1);
  CHECK(outcomesIn(results) == Lines{"hrf-indirect race met", "hrf-indirect condition met",
                                     "sc condition met", "sc states met", "sc race failed"});
  CHECK(has(run.out, "sc defines no races, expected race-free"));
}

TEST_CASE("batch: all is every model that applies, but for what another line says of it") {
  const Scratch scratch;
  const std::string test = scratch.file(
      "t.litmus", messagePassing("t") + "expect all: race-free, Never\nexpect hrf0-literal: racy\n");
  const std::string results = scratch.path("r.jsonl");
  const Finished run = runProgram({"batch", test, "--results", results});
  CAPTURE(run.out);
  CHECK(run.status == 0);
  CHECK(rowsOf(results).size() > 10);
}

TEST_CASE("batch: models of the command line are asked instead, and lines about others wait") {
  const Scratch scratch;
  const std::string test = scratch.file("t.litmus", racyTest("expect hrf-indirect: race-free"));
  CHECK(runProgram({"batch", test, "-m", "sc"}).status == 0);
  CHECK(runProgram({"batch", test, "-m", "hrf-indirect"}).status == 1);
  CHECK(runProgram({"batch", test, "-m", "hrf-indirect", "--expect", "none"}).status == 0);
}

TEST_CASE("batch: a resumed run judges the lines of rows that it keeps") {
  const Scratch scratch;
  const std::string test = scratch.file("t.litmus", racyTest("expect hrf-indirect: racy"));
  const std::string results = scratch.path("r.jsonl");
  const std::vector<std::string> options{"-m", "hrf-indirect"};
  CHECK(runProgram({"batch", test, "-m", "hrf-indirect", "--expect", "none", "--results", results}).status ==
        0);
  CHECK(outcomesIn(results).empty());
  CHECK(runProgram({"batch", test, "-m", "hrf-indirect", "--resume", results}).status == 0);
  CHECK(outcomesIn(results) == Lines{"hrf-indirect race met"});
}

TEST_CASE("batch: a kernel's lines") {
  const Scratch scratch;
  const std::string file = scratch.file("k.cl",
                                        "kernel void f(global int* x) { *x = get_global_id(0); }\n"
                                        "//# launch 2x1\n"
                                        "//# expect opencl: racy, 2 states\n");
  const std::string results = scratch.path("r.jsonl");
  const Finished run = runProgram({"batch", file, "--results", results});
  CAPTURE(run.out);
  CHECK(run.status == 0);
  CHECK(outcomesIn(results) == Lines{"opencl race met", "opencl states met"});
}

TEST_CASE("check asks the models that expect lines name, and says what is not as expected") {
  const Scratch scratch;
  const std::string test =
      scratch.file("t.litmus", racyTest("expect hrf-indirect: race-free, Never\nexpect sc: 2 states"));
  const Finished run = runProgram({"check", test});
  CAPTURE(run.err);
  CHECK(run.status == 1);
  CHECK(has(run.err, "t.litmus:9:22: error: not as expected under hrf-indirect: racy, expected race-free"));
  CHECK(has(run.out, "sc"));
  CHECK_FALSE(has(run.err, "expected Never"));
  CHECK(runProgram({"check", test, "-m", "sc"}).status == 0);
  CHECK(runProgram({"check", test, "--only", "condition"}).status == 0);
}

TEST_CASE("check: a line whose model is not there is an error at its place") {
  const Scratch scratch;
  const Finished run =
      runProgram({"check", scratch.file("t.litmus", messagePassing("t") + "expect rpsx: racy\n")});
  CHECK(run.status == 2);
  CHECK(has(run.err, "t.litmus:9:14: error: "));
}
