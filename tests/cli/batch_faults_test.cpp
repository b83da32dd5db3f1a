// What a long run meets: workers and the run itself are killed, time, memory and disk run out, files go.

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "cli/batch_support.h"
#include "support/has.h"
#include "support/slice.h"

using namespace hrfcheck::test;

namespace {

/// Test and model of each row.
std::multiset<std::string> keysOf(const std::vector<nlohmann::json>& rows) {
  std::multiset<std::string> keys;
  for (const auto& row : rows) {
    keys.insert(row["path"].get<std::string>() + " " + row["model"].get<std::string>());
  }
  return keys;
}

std::map<std::string, nlohmann::json> byName(const std::vector<nlohmann::json>& rows) {
  std::map<std::string, nlohmann::json> named;
  for (const auto& row : rows) {
    const auto path = row["path"].get<std::string>();
    named[path.substr(path.rfind('/') + 1)] = row;
  }
  return named;
}

/// A folder of tests that take a while.
Scratch& fill(Scratch& scratch, int tests) {
  for (int i = 0; i < tests; ++i) {
    const std::string name = "t" + std::to_string(10 + i);
    scratch.file(name + ".litmus", moderateTest(name));
  }
  return scratch;
}

}  // namespace

TEST_CASE("a worker killed from outside costs the row it was at") {
  Scratch scratch;
  scratch.file("a.litmus", endlessTest("a"));
  scratch.file("b.litmus", messagePassing("b"));
  const Finished run = runShell(kWaitFor + "cd " + scratch.path("") +
                                "\n\"$HRFCHECK\" batch . -j 1 --results all.jsonl " + kSlowly +
                                " &\nrun=$!\nworker() { pgrep -P $run; }\n"
                                // A tenth of a second of its own: more than it needs to read the test.
                                "busy() { test \"$(cut -d ' ' -f 14 /proc/$(worker)/stat)\" -ge 10; }\n"
                                "waitfor busy\npkill -KILL -P $run\nwait $run");
  CAPTURE(run.err);
  CHECK(run.status == 3);
  const auto rows = byName(rowsOf(scratch.path("all.jsonl")));
  CHECK(rows.size() == 2);
  CHECK(rows.at("a.litmus")["status"] == "undecided");
  CHECK(rows.at("a.litmus")["reason"] == "killed by signal 9");
  CHECK(rows.at("b.litmus")["status"] == "answered");
}

TEST_CASE("a test that takes too long, and one that takes too much, cost a row each") {
  Scratch scratch;
  scratch.file("a.litmus", endlessTest("a"));
  scratch.file("b.litmus", messagePassing("b"));
  Finished run = runShell("cd " + scratch.path("") +
                          " && \"$HRFCHECK\" batch . --timeout 0.5 --results t.jsonl " + kSlowly);
  CHECK(run.status == 3);
  auto rows = byName(rowsOf(scratch.path("t.jsonl")));
  CHECK(rows.at("a.litmus")["reason"] == "time limit");
  CHECK(rows.at("b.litmus")["status"] == "answered");

  run = runShell("cd " + scratch.path("") + " && \"$HRFCHECK\" batch a.litmus --memory 1 --results m.jsonl " +
                 kSlowly);
  CHECK(run.status == 3);
  rows = byName(rowsOf(scratch.path("m.jsonl")));
  CHECK(rows.at("a.litmus")["status"] == "undecided");
  CHECK(has(rows.at("a.litmus")["reason"].get<std::string>(), "memory limit"));

  run = runShell("cd " + scratch.path("") +
                 " && \"$HRFCHECK\" batch a.litmus --timeout 0.5 --fail-on undecided " + kSlowly);
  CHECK(run.status == 1);
}

TEST_CASE("kill -9 of the whole run, then --resume: no row lost, none twice") {
  Scratch scratch;
  fill(scratch, 12);
  const Finished run =
      runShell(kWaitFor + "cd " + scratch.path("") + "\n\"$HRFCHECK\" batch . --results whole.jsonl " +
               kSlowly + " || exit 98\n\"$HRFCHECK\" batch . --results all.jsonl " + kSlowly +
               " &\nsome() { test $(wc -l < all.jsonl) -ge 4; }\nwaitfor some\nkill -KILL $!\n"
               "wait $!\ncp all.jsonl killed.jsonl\n"
               "\"$HRFCHECK\" batch . --resume all.jsonl " +
               kSlowly);
  CAPTURE(run.err);
  CHECK(run.status == 0);
  const std::size_t before = linesOf(scratch.path("killed.jsonl")).size();
  CHECK(before >= 4);
  CHECK(before < 13);  // the header and not all of the rows: it was killed in the middle
  CHECK(keysOf(rowsOf(scratch.path("all.jsonl"))) == keysOf(rowsOf(scratch.path("whole.jsonl"))));
  CHECK(withoutTimes(scratch.path("all.jsonl")) == withoutTimes(scratch.path("whole.jsonl")));
}

TEST_CASE("a torn last line is cut off, a changed test is asked again") {
  Scratch scratch;
  scratch.file("a.litmus", messagePassing("a"));
  scratch.file("b.litmus", messagePassing("b"));
  const auto batch = [&](const std::string& options) {
    return runShell("cd " + scratch.path("") + " && \"$HRFCHECK\" batch -m sc . " + options);
  };
  CHECK(batch("--results all.jsonl").status == 0);
  const std::string whole = contents(scratch.path("all.jsonl"));
  // The header, the first row, and a part of the second.
  const std::size_t second = whole.find('\n', whole.find('\n') + 1) + 1;
  scratch.file("torn.jsonl", whole.substr(0, second + 20));
  CHECK(batch("--resume torn.jsonl").status == 0);
  CHECK(withoutTimes(scratch.path("torn.jsonl")) == withoutTimes(scratch.path("all.jsonl")));

  scratch.file("a.litmus", messagePassing("other"));
  scratch.file("torn.jsonl", whole.substr(0, second));
  CHECK(batch("--resume torn.jsonl").status == 0);
  CHECK(rowsOf(scratch.path("torn.jsonl")).front()["log"]["test"] == "other");

  const Finished other =
      runShell("cd " + scratch.path("") + " && \"$HRFCHECK\" batch -m drf0 . --resume torn.jsonl");
  CHECK(other.status == 2);
  CHECK(has(other.err, "drf0"));
}

TEST_CASE("Ctrl-C leaves a file to go on from") {
  Scratch scratch;
  fill(scratch, 12);
  scratch.file("z.litmus", endlessTest("z"));
  const Finished run = runShell(
      kWaitFor + "cd " + scratch.path("") + "\n\"$HRFCHECK\" batch . --results all.jsonl " + kSlowly +
      " &\nsome() { test $(wc -l < all.jsonl) -ge 3; }\nwaitfor some\nkill -TERM $!\n"
      "wait $!");
  CHECK(run.status == 3);
  CHECK(has(run.err, " of 13 tests were not run: interrupted"));
  CHECK(has(run.err, "--resume all.jsonl"));
  const auto lines = linesOf(scratch.path("all.jsonl"));
  REQUIRE(lines.size() >= 3);
  CHECK_FALSE(lines.back().contains("complete"));
}

TEST_CASE("a full disk ends the run, and leaves what fitted") {
  Scratch scratch;
  fill(scratch, 9);
  const std::string cd = "cd " + scratch.path("") + "\n";
  Finished run = runShell(cd + "\"$HRFCHECK\" batch . --results /dev/full " + kSlowly);
  CHECK(run.status == 2);
  CHECK(has(run.err, "error: cannot write"));
  run = runShell(cd + "\"$HRFCHECK\" batch . --junit /dev/full -m sc");
  CHECK(run.status == 2);
  CHECK(has(run.err, "error: cannot write"));
  // A limit on the size of files: 2 KiB hold the first rows.
  run = runShell(cd + "(trap '' XFSZ; ulimit -f 2; exec \"$HRFCHECK\" batch . -j 1 --results all.jsonl " +
                 kSlowly + ")");
  CHECK(run.status == 2);
  CHECK(has(run.err, "error: cannot write"));
  const std::size_t fitted = linesOf(scratch.path("all.jsonl")).size();
  CHECK(fitted >= 2);
  CHECK(fitted < 10);
  CHECK(runShell(cd + "\"$HRFCHECK\" batch . --resume all.jsonl " + kSlowly).status == 0);
  CHECK(rowsOf(scratch.path("all.jsonl")).size() == 9);
}

TEST_CASE("a closed pipe ends the run, and its workers") {
  Scratch scratch;
  fill(scratch, 9);
  const std::string cd = "cd " + scratch.path("") + "\n";
  const std::string noWorkers =
      "running() { for p in /proc/[0-9]*; do test \"$(readlink $p/cwd)\" = \"$PWD\" && readlink $p/exe; done "
      "| "
      "grep -q hrfcheck; }\ngone() { ! running; }\n";
  Finished run = runShell(kWaitFor + noWorkers + cd + "\"$HRFCHECK\" batch . --results - " + kSlowly +
                          " | head -c 10\necho \" status ${PIPESTATUS[0]}\"\nwaitfor gone && echo gone");
  CAPTURE(run.out);
  CHECK(has(run.out, " status 2\n"));
  CHECK(has(run.out, "gone\n"));
  CHECK(has(run.err, "error: cannot write"));
  run = runShell(cd + "\"$HRFCHECK\" batch . -m sc --results all.jsonl | true\necho ${PIPESTATUS[0]}");
  CHECK(run.out == "2\n");
  CHECK(rowsOf(scratch.path("all.jsonl")).size() == 9);
}

TEST_CASE("a file that vanishes, one that is broken, and a loop of folders") {
  Scratch scratch;
  scratch.file("a.litmus", messagePassing("a"));
  scratch.file("broken.litmus", "HSA broken\n{ x=0; }\n P0 ;\n frobnicate ;\n");
  scratch.file("list", "# tests\na.litmus\n\ngone.litmus\nbroken.litmus\n");
  Finished run =
      runShell("cd " + scratch.path("") + " && \"$HRFCHECK\" batch -m sc @list --results all.jsonl");
  CHECK(run.status == 2);
  const auto rows = byName(rowsOf(scratch.path("all.jsonl")));
  CHECK(rows.size() == 3);
  CHECK(rows.at("a.litmus")["status"] == "answered");
  CHECK(rows.at("gone.litmus")["status"] == "error");
  CHECK(has(rows.at("broken.litmus")["reason"].get<std::string>(), "broken.litmus:4:"));
  CHECK(has(run.out, "gone.litmus"));

  run = runShell(
      "cd " + scratch.path("") +
      " && rm broken.litmus && mkdir -p in/deep && ln -s .. in/deep/loop && ln -s deep in/twin && cp "
      "a.litmus in/deep && \"$HRFCHECK\" batch -m sc . --results loop.jsonl");
  CAPTURE(run.err);
  CHECK(run.status == 0);
  CHECK(keysOf(rowsOf(scratch.path("loop.jsonl"))).count("in/deep/a.litmus sc") == 1);
  CHECK(has(run.err, "warning"));
}

TEST_CASE("names with spaces and UTF-8, tests with the same name") {
  Scratch scratch;
  scratch.file("a b.litmus", messagePassing("same"));
  scratch.file("größe ✓.litmus", messagePassing("same"));
  scratch.file("-dash.litmus", messagePassing("same"));
  const Finished run =
      runShell("cd " + scratch.path("") +
               " && \"$HRFCHECK\" batch -m sc . --promote && \"$HRFCHECK\" batch . --junit j.xml "
               "--html h --results all.jsonl");
  CAPTURE(run.err);
  CHECK(run.status == 0);
  const auto rows = byName(rowsOf(scratch.path("all.jsonl")));
  CHECK(rows.count("größe ✓.litmus") == 1);
  CHECK(rows.count("a b.litmus") == 1);
  CHECK(rows.count("-dash.litmus") == 1);
  CHECK(rows.at("a b.litmus")["expectations"][0]["outcome"] == "met");
  CHECK(has(contents(scratch.path("j.xml")), "größe ✓"));
  CHECK(has(contents(scratch.path("h/index.html")), "größe ✓"));
}

TEST_CASE("ten thousand files") {
  const std::size_t files = shareOf(10'000);
  const Scratch scratch;
  const std::string test = scratch.file("a.litmus", messagePassing("a"));
  std::filesystem::create_directory(scratch.path("many"));
  for (std::size_t i = 0; i < files; ++i) {
    std::filesystem::create_hard_link(test, scratch.path("many/t" + std::to_string(i) + ".litmus"));
  }
  const Finished run = runShell("cd " + scratch.path("") +
                                " && \"$HRFCHECK\" batch -m sc many --results all.jsonl --table problems");
  CAPTURE(run.err);
  CHECK(run.status == 0);
  const auto keys = keysOf(rowsOf(scratch.path("all.jsonl")));
  CHECK(keys.size() == files);
  CHECK(std::set<std::string>(keys.begin(), keys.end()).size() == files);
}
