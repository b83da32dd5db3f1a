#include <doctest/doctest.h>

#include <algorithm>
#include <stdexcept>

#include "batch/worker/worker_messages.h"

using namespace hrfcheck;

namespace {

/// What comes out at the other end of a stream.
std::string payloadOf(const std::string& frame) {
  FrameReader reader;
  reader.append(frame);
  const auto payload = reader.next();
  REQUIRE(payload);
  CHECK_FALSE(reader.next());
  return *payload;
}

template <typename Kind>
Kind returned(const Kind& message) {
  const WorkerMessage decoded = decodeMessage(payloadOf(encode(WorkerMessage{message})));
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
    const WorkerTask decoded = decodeTask(payloadOf(encode(task)));
    CHECK(decoded.test.index == 7);
    CHECK(decoded.test.path == path);
    CHECK(decoded.test.models == task.test.models);
    CHECK(decoded.done == task.done);
    CHECK(decoded.found.models == task.found.models);
    CHECK(decoded.found.sourceHash == "00ff");
    CHECK(decoded.found.schedulers == task.found.schedulers);
    CHECK_FALSE(decodeTask(payloadOf(encode(WorkerTask{}))).found.schedulers);
  }
}

TEST_CASE("what a worker says arrives") {
  returned(TaskTaken{});
  returned(TaskFinished{});
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

TEST_CASE("frames are cut out of a stream, however it comes") {
  std::string stream;
  for (std::size_t i = 0; i < 20; ++i) {
    stream += encode(TestPlan{{std::string(i * 100, 'x')}, std::to_string(i)});
  }
  for (const std::size_t step : {std::size_t{1}, std::size_t{7}, std::size_t{1000}, stream.size()}) {
    FrameReader reader;
    std::size_t seen = 0;
    for (std::size_t at = 0; at < stream.size(); at += step) {
      reader.append(std::string_view(stream).substr(at, step));
      while (const auto payload = reader.next()) {
        CHECK(std::get<TestPlan>(decodeMessage(*payload)).sourceHash == std::to_string(seen++));
      }
    }
    CHECK(seen == 20);
  }
}

TEST_CASE("what is no message is noticed") {
  CHECK_THROWS_AS(decodeMessage(""), std::runtime_error);
  CHECK_THROWS_AS(decodeMessage("garbage"), std::runtime_error);
  CHECK_THROWS_AS(decodeTask(payloadOf(encode(WorkerMessage{TaskTaken{}}))), std::runtime_error);
  CHECK_THROWS_AS(decodeMessage(payloadOf(encode(WorkerTask{}))), std::runtime_error);
  FrameReader reader;
  reader.append("Segmentation fault");
  CHECK_THROWS_AS(reader.next(), std::runtime_error);
}
