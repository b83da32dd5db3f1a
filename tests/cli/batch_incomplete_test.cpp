// What is left of a run that did not do all of its tests must not pass for one that did.

#include <doctest/doctest.h>

#include <filesystem>

#include "cli/batch_support.h"
#include "support/has.h"

using namespace hrfcheck::test;

namespace {

/// Two tests that are done at once and one that is not; the run is sent a signal when two rows are there.
Finished stopped(const Scratch& scratch, const std::string& signal, const std::string& results) {
  scratch.file("a.litmus", messagePassing("a"));
  scratch.file("b.litmus", messagePassing("b"));
  scratch.file("z.litmus", endlessTest("z"));
  return runShell(kWaitFor + "cd " + scratch.path("") +
                  "\n\"$HRFCHECK\" batch a.litmus b.litmus z.litmus -j 1 --results " + results +
                  " --junit j.xml --html page --herd herd " + kSlowly +
                  " &\nsome() { test $(wc -l < rows) -ge 3; }\nwaitfor some\nkill -" + signal +
                  " $!\nwait $!");
}

}  // namespace

TEST_CASE("a run that was interrupted says so in everything that it leaves") {
  const Scratch scratch;
  const Finished run = stopped(scratch, "TERM", "rows");
  CAPTURE(run.err);
  CHECK(run.status == 3);
  const std::string said = "1 of 3 tests were not run: interrupted";
  CHECK(has(run.err, said));
  CHECK(has(run.out, said));
  const std::string junit = contents(scratch.path("j.xml"));
  CHECK(has(junit, "errors=\"1\""));
  CHECK(has(junit, "<error message=\"" + said + "\" type=\"incomplete\""));
  CHECK(has(junit, "<property name=\"tests\" value=\"3\""));
  CHECK(has(junit, "<property name=\"tests.run\" value=\"2\""));
  CHECK(has(junit, "<property name=\"tests.not-run\" value=\"1\""));
  CHECK(has(junit, "<property name=\"stopped\" value=\"interrupted\""));
  const std::string page = contents(scratch.path("page/index.html"));
  CHECK(has(page, "<title>Incomplete: "));
  CHECK(has(page, "role=\"alert\">This run is incomplete. " + said));
  const std::string log = contents(scratch.path("herd/hrf-indirect-relaxed.log"));
  CHECK(log.starts_with("Warning: this log is incomplete. " + said));
  CHECK(has(log, "Test a "));
  const auto last = linesOf(scratch.path("rows")).back();
  CHECK(last["stopped"] == "interrupted");
  CHECK(last["tests"] == 3);
  CHECK(last["done"] == 2);
  CHECK(last["rows"] == 2);
  // As an expectation, the log is not taken for one of all tests.
  CHECK(runShell("cd " + scratch.path("") +
                 " && \"$HRFCHECK\" batch a.litmus b.litmus z.litmus --timeout 1 --expect "
                 "herd/hrf-indirect-relaxed.log " +
                 kSlowly)
            .status == 1);
}

TEST_CASE("a run that was killed leaves no report of the run before it") {
  const Scratch scratch;
  scratch.file("old.litmus", messagePassing("old"));
  REQUIRE(runShell("cd " + scratch.path("") +
                   " && \"$HRFCHECK\" batch old.litmus -m sc --junit j.xml --html page")
              .status == 0);
  CHECK(has(contents(scratch.path("j.xml")), "errors=\"0\""));
  CHECK(stopped(scratch, "KILL", "rows").status == 128 + 9);
  const std::string said = "3 of 3 tests were not run: the run has not ended";
  CHECK(has(contents(scratch.path("j.xml")), "<error message=\"" + said));
  CHECK(has(contents(scratch.path("page/index.html")), said));
  CHECK_FALSE(has(contents(scratch.path("j.xml")), "name=\"old\""));
}

// It is interrupted when the rows of two tests are taken over, and one test is left.
TEST_CASE("a run that is gone on with and interrupted again has the rows of both") {
  const Scratch scratch;
  CHECK(stopped(scratch, "TERM", "rows").status == 3);
  const Finished run =
      runShell(kWaitFor + "cd " + scratch.path("") +
               "\n\"$HRFCHECK\" batch a.litmus b.litmus z.litmus -j 1 --resume rows --details --junit j.xml "
               "--progress on " +
               kSlowly + " 2> err &\nwaitfor grep -q '\\[0/1\\]' err\nkill -TERM $!\nwait $!");
  CHECK(run.status == 3);
  const std::string junit = contents(scratch.path("j.xml"));
  CHECK(has(junit, "1 of 3 tests were not run: interrupted"));
  CHECK(has(junit, "name=\"a\""));
  CHECK(has(junit, "name=\"b\""));
  CHECK(linesOf(scratch.path("rows")).back()["done"] == 2);
}

TEST_CASE("a folder that cannot be read is a row, and the run is not a success") {
  const Scratch scratch;
  std::filesystem::create_directory(scratch.path("t"));
  scratch.file("t/a.litmus", messagePassing("a"));
  std::filesystem::create_symlink("loop", scratch.path("t/loop"));  // also root cannot follow it
  const Finished run =
      runShell("cd " + scratch.path("") + "\n\"$HRFCHECK\" batch t -m sc --results all.jsonl --junit j.xml");
  CHECK(run.status == 2);
  CHECK(has(run.err, "error: t/loop: cannot read"));
  CHECK(has(run.out, "t/loop"));
  const auto rows = rowsOf(scratch.path("all.jsonl"));
  REQUIRE(rows.size() == 2);
  CHECK(rows[1]["path"] == "t/loop");
  CHECK(rows[1]["status"] == "error");
  CHECK(has(contents(scratch.path("j.xml")), "errors=\"1\""));
  const std::string cd = "cd " + scratch.path("") + "\n\"$HRFCHECK\" ";
  CHECK(runShell(cd + "batch t -m sc --resume all.jsonl").status == 2);
  CHECK(runShell(cd + "batch t -m sc --promote").status == 2);
  CHECK(runShell(cd + "compare t -m sc -m drf0").status == 2);
}
