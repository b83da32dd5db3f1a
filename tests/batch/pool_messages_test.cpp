#include <doctest/doctest.h>

#include "batch/worker/worker_messages.h"
#include "jobs/frames.h"

using namespace hrfcheck;

namespace {

template <typename Kind>
Kind returned(const Kind& message) {
  const WorkerMessage decoded = decodeMessage(encode(WorkerMessage{message}));
  REQUIRE(std::holds_alternative<Kind>(decoded));
  return std::get<Kind>(decoded);
}

const std::string kLatin1 = "caf\xe9 \"quoted\"\nline.litmus";

}  // namespace

TEST_CASE("a task arrives as it was, whatever the bytes of its path") {
  for (const std::string& path : {std::string("a b/ü.litmus"), kLatin1}) {
    const WorkerTask task{{7, path, {"hrf-indirect", "my models/\xff.cat"}},
                          {"hrf-indirect"},
                          {{"\xff.cat"}, "00ff", std::vector<std::string>{"weak"}}};
    const WorkerTask decoded = decodeTask(encode(task));
    CHECK(decoded.test.index == 7);
    CHECK(decoded.test.path == path);
    CHECK(decoded.test.models == task.test.models);
    CHECK(decoded.done == task.done);
    CHECK(decoded.found.models == task.found.models);
    CHECK(decoded.found.sourceHash == "00ff");
    CHECK(decoded.found.schedulers == task.found.schedulers);
    CHECK_FALSE(decodeTask(encode(WorkerTask{})).found.schedulers);
  }
}

TEST_CASE("what a worker says arrives") {
  CHECK(returned(ModelBegun{3}).column == 3);
  const TestPlan plan{{"rsp", "\xff.cat"}, "00ff", {"rsp"}};
  CHECK(returned(plan) == plan);
  ResultRow row;
  row.test = 4;
  row.column = 2;
  row.columns = 5;
  row.path = kLatin1;
  row.model = "\xff.cat";
  row.status = RowStatus::Undecided;
  row.reason = "time limit";
  row.report = "a line\n\tand another";
  const ResultRow decoded = returned(row);
  CHECK(decoded.path == row.path);
  CHECK(decoded.model == row.model);
  CHECK(rowJson(decoded) == rowJson(row));
  row.repair = RowRepair{12, true, "line 3\n", ""};
  const RowFound found = returned(RowFound{row});
  CHECK(found.row.path == kLatin1);
  CHECK(found.row.model == "\xff.cat");
  CHECK(found.row.repair == row.repair);
}

TEST_CASE("a diagnostic's place becomes text") {
  const auto source = std::make_shared<const Source>("t.litmus", "one\ntwo\n");
  const Diagnostic decoded = returned(Diagnostic{Severity::Warning, {source, {5, 6}}, "odd", "try this"});
  CHECK(decoded.severity == Severity::Warning);
  CHECK_FALSE(decoded.place.known());
  CHECK(decoded.message == "t.litmus:2:2: odd");
  CHECK(decoded.hint == "try this");
  CHECK(returned(Diagnostic{Severity::Error, {}, "plain", ""}).message == "plain");
}

TEST_CASE("what is no message is noticed") {
  CHECK_THROWS_AS(decodeMessage(""), UnreadableMessage);
  CHECK_THROWS_AS(decodeMessage("garbage"), UnreadableMessage);
  CHECK_THROWS_AS(decodeTask(encode(WorkerMessage{ModelBegun{3}})), UnreadableMessage);
  CHECK_THROWS_AS(decodeMessage(encode(WorkerTask{})), UnreadableMessage);
}
