#include "observe/results.h"

#include <doctest/doctest.h>

#include "observe/observe_report.h"
#include "support/has.h"
#include "util/diagnostic.h"

using namespace hrfcheck;
using namespace hrfcheck::test;

namespace {

const std::string kHead =
    "hrfcheck-results 1\ntest mp\nhash 0123\nbackend cuda\ndate 1\nseed 7\nvariables 2 1:r0 x\n"
    "device NVIDIA H200\ndriver d\ncompiler c\nunits 132\nserial 0\n";
const std::string kSnapshot =
    "snapshot 1\ninstances 12\nlaunches 2\nunfinished 1\nlost 0\nseconds 0.5\n"
    "state 10 0 0.001 0 0 1\nstate 2 1 0.250 3 1 -1\nsetting 3 2 12 2 0.400 groups=2 size=64\nend 1\n";

std::vector<DeviceResults> parsed(const std::string& text) {
  return parseResults(std::make_shared<Source>("all.results", text));
}

std::string complaint(const std::string& text) {
  try {
    parsed(text);
  } catch (const UserError& error) {
    return error.diagnostics().front().message;
  }
  return "";
}

}  // namespace

TEST_CASE("results: all of a run is read") {
  const std::vector<DeviceResults> all = parsed(kHead + kSnapshot + "finished instances\n");
  REQUIRE(all.size() == 1);
  const DeviceResults& run = all.front();
  CHECK(run.test == "mp");
  CHECK(run.device == "NVIDIA H200");
  CHECK(run.seed == 7);
  CHECK(run.units == 132);
  CHECK_FALSE(run.serial);
  CHECK(run.variables == std::vector<std::string>{"1:r0", "x"});
  CHECK(run.instances == 12);
  CHECK(run.unfinished == 1);
  CHECK(run.incomplete.empty());
  REQUIRE(run.states.size() == 2);
  CHECK(run.states[1].values == std::vector<Value>{1, -1});
  CHECK(run.states[1].count == 2);
  CHECK(run.states[1].weak);
  CHECK(run.states[1].setting == 3);
  REQUIRE(run.settings.size() == 1);
  CHECK(run.settings[0].text == "groups=2 size=64");
}

TEST_CASE("results: of a run that did not come to its end, the last complete snapshot counts") {
  const std::string second =
      "snapshot 2\ninstances 20\nlaunches 3\nunfinished 0\nlost 0\nseconds 1.0\nstate 20 0 0.001 0 0 1\n";
  CHECK(parsed(kHead + kSnapshot)[0].incomplete == "the results are cut off");
  CHECK(parsed(kHead + kSnapshot + second)[0].instances == 12);
  CHECK(parsed(kHead + kSnapshot + second + "en")[0].instances == 12);
  CHECK(parsed(kHead + kSnapshot + second + "end 2\n")[0].instances == 20);
  const DeviceResults lost = parsed(kHead + kSnapshot + "failed the device failed: lost\n")[0];
  CHECK(lost.incomplete == "the device failed: lost");
  CHECK(lost.instances == 12);
}

TEST_CASE("results: final states by where the locations were") {
  const auto placed = [](const std::string& line) {
    return kHead + "snapshot 1\ninstances 10\nstate 10 0 0.001 0 0 1\n" + line + "\nend 1\nfinished time\n";
  };
  CHECK(parsed(placed("placed 1 2 7 0"))[0].states[0].placed == std::vector<std::uint64_t>{1, 2, 7, 0});
  CHECK(parsed(placed(""))[0].states[0].placed.empty());
  CHECK(has(complaint(placed("placed 1 2 8 0")), "more than that of the final state"));
  CHECK(has(complaint(placed("placed 1 2 6 0")), "fewer than that of the final state"));
  CHECK(has(complaint(placed("placed 10 0 0 0\nplaced 10 0 0 0")),
            "no final state that these counts belong to"));
  CHECK(has(complaint(placed("placed 10 0 0")), "cut off"));
}

TEST_CASE("results: those of several tests stand one after the other") {
  const std::string one = kHead + kSnapshot + "finished instances\n";
  CHECK(parsed(one + one + kHead).size() == 3);
  CHECK(parsed(one + one + kHead)[2].states.empty());
}

TEST_CASE("results: what is no result is refused") {
  CHECK(has(complaint("hello\n"), "these are not results"));
  CHECK(has(complaint("failed no device\n"), "the run failed: no device"));
  CHECK(has(complaint("hrfcheck-results 2\n"), "another version"));
  CHECK(has(complaint(kHead + "snapshot 1\ninstances 3\nstate 2 0 0 0 0 0\nend 1\n"), "does not add up"));
  CHECK(has(complaint(kHead + "snapshot 1\nstate 2 0 0 0 0 0\nstate 2 0 0 0 0 0\n"), "counted twice"));
  CHECK(has(complaint(kHead + "snapshot 1\nstate 2 0 0 0 0\n"), "cut off"));
  CHECK(has(complaint(kHead + "snapshot 1\nstate 2 0 0 0 0 0 0\n"), "too many words"));
  CHECK(has(complaint(kHead + "snapshot 1\nstate x 0 0 0 0 0\n"), "not a number"));
  CHECK(has(complaint(kHead + "snapshot 1\nstate 2 0 -1 0 0 0\n"), "a time is not negative"));
  CHECK(has(complaint(kHead + "snapshot 1\nend 2\n"), "another snapshot"));
  CHECK(has(complaint(kHead + "snapshot 1\nnonsense\n"), "no line 'nonsense'"));
  CHECK(has(complaint("hrfcheck-results 1\nvariables 0\n"), "between 1 and 64"));
  CHECK(has(complaint("hrfcheck-results 1\nsnapshot 1\nstate 1 0 0 0\n"), "counted twice"));
}

TEST_CASE("verdicts: allowed, forbidden, only if racy, not known") {
  const DeviceResults results = parsed(kHead + kSnapshot + "finished instances\n")[0];
  Promise promise;
  promise.model = "m";
  promise.kind = PromiseKind::Outcomes;
  promise.outcomes = {{0, 1}, {1, 1}};
  ModelVerdict verdict = verdictOf(promise, results);
  CHECK(verdict.found());
  CHECK(verdict.marks == std::vector{StateMark::Allowed, StateMark::Forbidden});
  CHECK(verdict.judgement.notSeen == std::vector<std::vector<Value>>{{1, 1}});
  promise.undecided = "time limit";
  verdict = verdictOf(promise, results);
  CHECK_FALSE(verdict.found());
  CHECK(verdict.marks == std::vector{StateMark::Allowed, StateMark::Unknown});
  promise.undecided.reset();
  promise.kind = PromiseKind::Nothing;
  verdict = verdictOf(promise, results);
  CHECK_FALSE(verdict.found());
  CHECK(verdict.marks == std::vector{StateMark::Allowed, StateMark::OnlyIfRacy});
  promise.kind = PromiseKind::Undecided;
  CHECK(verdictOf(promise, results).marks == std::vector{StateMark::Unknown, StateMark::Unknown});
}
