// Which rules left something out, --plain, and answers that rest on what only a model's file says, in every
// format.

#include <doctest/doctest.h>

#include "cli/batch_support.h"
#include "support/has.h"
#include "support/json_schema.h"

namespace licences_test {

using namespace hrfcheck::test;

namespace {

/// A lock that is taken and given back by exchanges: failing ones are counted where updates hand on.
const std::string kLock =
    "C lock\n{ l = 0; x = 0; }\n"
    "P0 (atomic_int* l, int* x) {\n  while (atomic_exchange(l, 1) != 0) ;\n  *x = 1;\n  atomic_exchange(l, 0);\n}\n"
    "P1 (atomic_int* l, int* x) {\n  while (atomic_exchange(l, 1) != 0) ;\n  *x = 2;\n  atomic_exchange(l, 0);\n}\n"
    "exists (x = 0)\n";

const std::string kWaits =
    "C waits\n{ f = 0; }\n"
    "P0 (atomic_int* f) {\n  atomic_store(f, 1);\n}\nP1 (atomic_int* f) {\n  while (atomic_load(f) != 1) ;\n}\n"
    "exists (f = 1)\n";

/// Copies of the models of C.
/// A copy of c11, with another definition, that means the same: it is not known to be c11.
void copyModels(const Scratch& scratch, const std::string& more = "empty po & id as nothing\n") {
  for (const std::string name : {"c11.cat", "c11-base.cat"}) {
    scratch.file(name, contents(std::string(HRFCHECK_SOURCE_DIR) + "/models/" + name) +
                           (name == "c11.cat" ? more : ""));
  }
}

std::string textOf(const Finished& run) {
  return run.out + run.err;
}

}  // namespace

TEST_CASE("the last line of a report names the rules that were used, and what licenses them") {
  const Finished last = runProgram({"check", "-m", "rc11", "-"}, kWaits);
  CHECK(last.status == 0);
  CHECK(has(last.out, "  rules used: last iterations of spin loops (deletion)\n"));
  const Finished counted = runProgram({"check", "-m", "c11", "-"}, kWaits);
  CHECK(has(counted.out, "  rules used: "));
  const Finished none = runProgram({"check", "-m", "sc", "--stats", "-"},
                                   "C one\n{ x = 0; }\nP0 (int* x) {\n  *x = 1;\n}\nexists (x = 1)\n");
  CHECK(has(none.out, "  rules used: none\n"));
}

TEST_CASE("--plain leaves nothing out: a loop that waits is bounded, and says so") {
  const Finished run = runProgram({"check", "-m", "rc11", "--plain", "--stats", "-"}, kWaits);
  CAPTURE(textOf(run));
  CHECK(run.status == 3);
  CHECK(has(run.out, "undecided (bound reached)"));
  CHECK(has(run.out, "engine: reference"));
  CHECK(has(run.out, "  rules used: none (--plain)\n"));
  CHECK(has(run.out, "unrolled for 4 iterations"));
  const Finished json = runProgram({"check", "-m", "rc11", "--plain", "--format", "json", "-"}, kWaits);
  const auto report = nlohmann::json::parse(json.out);
  CHECK(schemaMistakes("report", report).empty());
  CHECK(report["results"][0]["rules"]["plain"] == true);
  CHECK(report["results"][0]["rules"]["used"].empty());
}

TEST_CASE("--plain has an engine of its own") {
  CHECK(runProgram({"check", "--plain", "--engine", "smt", "-"}, kWaits).status == 64);
  CHECK(runProgram({"check", "--plain", "--symmetry", "on", "-"}, kWaits).status == 64);
  CHECK(runProgram({"check", "--plain", "--dump-smt2", "/dev/null", "-"}, kWaits).status == 64);
}

TEST_CASE("--plain in batch, compare and synth") {
  Scratch scratch;
  scratch.file("mp.litmus", messagePassing("mp"));
  const std::string in = "cd " + scratch.path("") + " && \"$HRFCHECK\" ";
  const Finished batch = runShell(in + "batch --plain -m rsp mp.litmus --results r.jsonl");
  CHECK(batch.status == 0);
  CHECK(linesOf(scratch.path("r.jsonl")).front()["options"]["plain"] == "on");
  const std::string models = "-m hrf-direct -m rsp mp.litmus";
  CHECK(runShell(in + "compare --plain " + models).out == runShell(in + "compare " + models).out);
  const std::string question =
      "synth --differ hrf-direct hrf-indirect --events 3 --threads 2 --kinds ld,st -j 1";
  CHECK(runShell(in + question + " --plain | grep tests").out ==
        runShell(in + question + " | grep tests").out);
}

TEST_CASE("an answer that rests on what a user's file declares is conditional in every format") {
  Scratch scratch;
  copyModels(scratch);
  const std::string test = scratch.file("lock.litmus", kLock);
  const std::string model = scratch.path("c11.cat");
  const Finished run = runProgram({"check", "-m", model, test});
  CAPTURE(textOf(run));
  CHECK(run.status == 0);
  CHECK(has(run.out, "(race-free)"));
  CHECK(has(run.out, "  exists ([x]=0): (Never)\n"));
  CHECK(has(run.out, "  conditional: holds if updates hand on what their sources do, as c11 declares\n"));
  CHECK(runProgram({"check", "-m", model, "--fail-on", "conditional", test}).status == 1);
  const auto json = nlohmann::json::parse(runProgram({"check", "-m", model, "--format", "json", test}).out);
  CHECK(schemaMistakes("report", json).empty());
  const std::vector<std::string> assumed{"updates hand on what their sources do, as c11 declares"};
  CHECK(json["results"][0]["conditional"] == assumed);
}

TEST_CASE(
    "in batch: the table, results, JUnit, SARIF and the exit status say that an answer is conditional") {
  Scratch scratch;
  copyModels(scratch);
  scratch.file("lock.litmus", kLock + "expect \"c11.cat\": race-free, Sometimes\n");
  const std::string in = "cd " + scratch.path("") + " && \"$HRFCHECK\" batch -m c11.cat lock.litmus ";
  const Finished run = runShell(in + "--results r.jsonl --junit j.xml --sarif s.json --fail-on conditional");
  CAPTURE(textOf(run));
  CHECK(run.status == 1);
  CHECK(has(run.out, "(Never)"));
  CHECK(has(run.out, "conditional: 1 answer holds if updates hand on"));
  CHECK(rowsOf(scratch.path("r.jsonl")).front()["log"]["conditional"].size() == 1);
  CHECK(has(contents(scratch.path("j.xml")), "<property name=\"conditional\""));
  CHECK(has(contents(scratch.path("s.json")), "\"conditional\""));
}

TEST_CASE("shipped models are not conditional, and neither are copies of them") {
  Scratch scratch;
  copyModels(scratch, "");
  for (const std::string& model : {std::string("c11"), scratch.path("c11.cat")}) {
    const Finished run = runProgram({"check", "-m", model, "--fail-on", "conditional", "-"}, kLock);
    CHECK(run.status == 0);
    CHECK(!has(run.out, "conditional"));
  }
  // Another assumption is one, and no more than that.
  const Finished assumed = runProgram({"check", "-m", "c11", "--assume", "no-thin-air", "-"}, kLock);
  CHECK(!has(assumed.out, "declares"));
}

TEST_CASE("a loop that a user's model does not license is bounded, and the report names the definition") {
  const std::string data = std::string(HRFCHECK_SOURCE_DIR) + "/tests/check/prepare/";
  const Finished run = runProgram({"check", "--stats", "-m", data + "needlater.cat", data + "spin1.litmus"});
  CAPTURE(textOf(run));
  CHECK(has(run.out, "unrolled for 4 iterations, since requirement\n"));
  CHECK(has(run.out, "'some-later-read-of-the-initial-write' may fail without a read"));
  CHECK(has(run.out, "note: the loop at P1:0"));
  const auto json = nlohmann::json::parse(
      runProgram({"check", "--format", "json", "-m", data + "needlater.cat", data + "spin1.litmus"}).out);
  CHECK(schemaMistakes("report", json).empty());
  CHECK(json["results"][0]["loops"][0].contains("bounded"));
}

}  // namespace licences_test
