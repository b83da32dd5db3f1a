#include "batch/expect/compare_logs.h"

#include <doctest/doctest.h>

using namespace hrfcheck;

namespace {

using Lines = std::vector<std::string>;

LogEntry entry() {
  LogEntry e;
  e.test = "SB";
  e.models = {"a"};
  e.kind = Quantifier::Exists;
  e.pairs = {{"race", "P0:0", "P1:0"}};
  e.incidents = {"fault P0:0"};
  e.states = {{{"0:r0", "0"}, {"1:r0", "1"}}, {{"0:r0", "1"}, {"1:r0", "0"}}};
  e.result = LoggedResult{ResultWord::No};
  e.positive = 1;
  e.negative = 2;
  e.flags = {"race", "other"};
  e.condition = "exists (0:r0=0)";
  e.observation = Observation::Never;
  e.hash = "ff";
  return e;
}

/// What a change of the entry that is now makes of wrong and open differences.
template <typename Change>
std::pair<Lines, Lines> differences(const Change& change) {
  LogEntry now = entry();
  change(now);
  const LogDifferences result = compareLogs(now, entry());
  return {result.wrong, result.open};
}

using Both = std::pair<Lines, Lines>;

}  // namespace

TEST_CASE("order, counts, time and models make no difference") {
  CHECK(differences([](LogEntry& now) {
          std::swap(now.states[0], now.states[1]);
          std::swap(now.states[0][0], now.states[0][1]);
          std::swap(now.flags[0], now.flags[1]);
          now.positive = now.negative = 77;
          now.seconds = 3;
          now.models = {"b", "c"};
        }) == Both{});
}

TEST_CASE("every part that is compared makes a difference") {
  CHECK(differences([](LogEntry& now) { now.hash = "fe"; }) == Both{{"the program has changed"}, {}});
  CHECK(differences([](LogEntry& now) { now.test = "LB"; }) == Both{{"name: LB, expected SB"}, {}});
  CHECK(differences([](LogEntry& now) { now.kind = Quantifier::Forall; }) ==
        Both{{"kind: Required, expected Allowed"}, {}});
  CHECK(differences([](LogEntry& now) { now.condition = "exists (0:r0=1)"; }) ==
        Both{{"condition: exists (0:r0=1), expected exists (0:r0=0)"}, {}});
  CHECK(differences([](LogEntry& now) {
          now.result = LoggedResult{ResultWord::No, true};
        }) == Both{{}, {"result: Loop No, expected No"}});
  CHECK(differences([](LogEntry& now) { now.observation = Observation::Undecided; }) ==
        Both{{}, {"observation: Undecided, expected Never"}});
  CHECK(differences([](LogEntry& now) {
          now.flags = {"race", "new"};
        }) == Both{{"flag new: raised, not expected"}, {"flag other: expected, not raised"}});
  CHECK(differences([](LogEntry& now) { now.pairs[0].second = "P1:1"; }) ==
        Both{{"pair race P0:0 P1:1: raised, not expected"}, {"pair race P0:0 P1:0: expected, not raised"}});
  CHECK(differences([](LogEntry& now) { now.incidents[0] = "fault P0:1"; }) ==
        Both{{"incident fault P0:1: raised, not expected"}, {"incident fault P0:0: expected, not raised"}});
}

TEST_CASE("states: what is new is wrong, what is missing may come") {
  CHECK(differences([](LogEntry& now) {
          now.states[1] = {{"0:r0", "1"}, {"1:r0", "1"}};
        }) == Both{{"states: +0:r0=1 1:r0=1; -0:r0=1 1:r0=0 (+ now, - expected)"}, {}});
  CHECK(differences([](LogEntry& now) { now.states.pop_back(); }) ==
        Both{{}, {"states: -0:r0=1 1:r0=0 (+ now, - expected)"}});
  CHECK(differences([](LogEntry& now) { now.states[0][0].first = "[x]"; }).first.size() == 1);
  CHECK(differences([](LogEntry& now) { now.states = {{}}; }).first ==
        Lines{"states: +(empty); -0:r0=0 1:r0=1; -0:r0=1 1:r0=0 (+ now, - expected)"});
}

TEST_CASE("of many states, some are listed") {
  LogEntry now = entry();
  now.states.clear();
  for (int i = 0; i < 10; ++i) {
    now.states.push_back({{"r", std::to_string(i)}});
  }
  LogEntry expected = entry();
  expected.states.clear();
  CHECK(compareLogs(now, expected).wrong ==
        Lines{"states: +r=0; +r=1; +r=2; +r=3; +r=4; +r=5; +r=6; +r=7; +2 more (+ now, - expected)"});
}

TEST_CASE("herd's logs: only what they say") {
  LogEntry herd = entry();
  herd.hash = "another function's";
  herd.flags.clear();
  herd.pairs.clear();
  herd.incidents.clear();
  herd.condition.clear();
  const auto with = [&](const LogEntry& now, const LogParts& parts) {
    const LogDifferences result = compareWithHerd(now, herd, parts).value();
    return Both{result.wrong, result.open};
  };
  CHECK(with(entry(), {}) == Both{});
  CHECK(with(entry(), {true, false, false}).first.size() == 2);
  CHECK(with(entry(), {false, true, false}).first.size() == 1);
  CHECK(with(entry(), {false, false, true}).first.size() == 1);
  LogEntry now = entry();
  now.result = LoggedResult{ResultWord::No, true};
  CHECK(with(now, {}) == Both{});
  now.result = LoggedResult{ResultWord::Ok};
  CHECK(with(now, {}) == Both{{}, {"result: Ok, expected No"}});
  herd.result = LoggedResult{ResultWord::Succeeded};
  CHECK(with(now, {}) == Both{});
  now.kind = Quantifier::Forall;
  CHECK(with(now, {}).first == Lines{"kind: Required, expected Allowed"});
  herd.kind.reset();
  CHECK(with(now, {}) == Both{});
  now.observation = Observation::Sometimes;
  CHECK(with(now, {}).second == Lines{"observation: Sometimes, expected Never"});
  herd.observation.reset();
  CHECK(with(now, {}) == Both{});
  now.states.pop_back();
  CHECK(with(now, {}).second.size() == 1);
}

TEST_CASE("the shortest difference first") {
  CHECK(describe({"a long difference", "short", "mid dle"}) == "short; mid dle; a long difference");
  CHECK(describe({}).empty());
}

TEST_CASE("herd answers from final states alone, where ours are none or promise nothing") {
  LogEntry herd = entry();
  herd.pairs.clear();
  herd.incidents.clear();
  herd.flags.clear();
  LogEntry now = herd;
  now.states.clear();
  now.positive = now.negative = 0;
  now.observation = Observation::Vacuous;
  now.result = LoggedResult{ResultWord::Open, false, " (vacuous)"};
  LogEntry none = now;
  none.observation = Observation::Never;
  none.result = LoggedResult{ResultWord::No};
  const auto same = [](const LogEntry& ours, const LogEntry& theirs) {
    const LogDifferences found = compareWithHerd(ours, theirs, {}).value();
    return found.wrong.empty() && found.open.empty();
  };
  CHECK(same(now, none));
  CHECK(same(now, now));
  CHECK_FALSE(same(now, herd));

  LogEntry ok = herd;
  ok.kind = Quantifier::Forall;
  ok.observation = Observation::Always;
  ok.positive = 3;
  ok.negative = 0;
  ok.result = LoggedResult{ResultWord::Ok};
  LogEntry racy = ok;
  racy.flags = {"heterogeneous-race"};
  racy.result = LoggedResult{ResultWord::Undef};
  CHECK(same(racy, ok));
  LogEntry unless = ok;
  unless.flags = {"defined"};
  unless.result = LoggedResult{ResultWord::Undef};
  CHECK_FALSE(same(unless, ok));
}

TEST_CASE("an answer that was cut short is nothing to expect") {
  LogEntry cut = entry();
  cut.incomplete = "time limit";
  CHECK(compareLogs(entry(), cut).wrong == Lines{"the expected answer was cut short: time limit"});
}

TEST_CASE("of an answer to one question that question alone is compared") {
  LogEntry condition = entry();
  condition.asked = CheckQuestion::Condition;
  condition.states.clear();
  condition.flags.clear();
  condition.pairs.clear();
  condition.incidents.clear();
  condition.result = {ResultWord::Open, false, " (races not checked)"};
  const LogDifferences same = compareLogs(condition, entry());
  CHECK(same.wrong.empty());
  CHECK(same.open.empty());
  condition.observation = Observation::Sometimes;
  CHECK(compareLogs(condition, entry()).open == Lines{"observation: Sometimes, expected Never"});

  LogEntry races = entry();
  races.asked = CheckQuestion::Races;
  races.states.clear();
  races.observation = Observation::NotAsked;
  CHECK(compareLogs(races, entry()).open.empty());
  races.flags = {"race"};
  CHECK(compareLogs(races, entry()).open == Lines{"flag other: expected, not raised"});
}

TEST_CASE("a log of herd that says nothing of the question is not compared") {
  LogEntry now = entry();
  now.asked = CheckQuestion::Races;
  CHECK_FALSE(compareWithHerd(now, entry(), {}));
  CHECK(compareWithHerd(now, entry(), {true, false, false}));
  now.asked = CheckQuestion::Condition;
  CHECK(compareWithHerd(now, entry(), {}));
  LogEntry silent = entry();
  silent.observation.reset();
  CHECK_FALSE(compareWithHerd(now, silent, {}));
}
