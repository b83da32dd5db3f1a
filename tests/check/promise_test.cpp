#include "check/promise/promise.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>

#include "cat/library.h"
#include "check/promise/judgement.h"
#include "check/promise/observe_everything.h"
#include "check/promise/termination.h"
#include "frontend/litmus.h"

namespace promise_test {

using namespace hrfcheck;

namespace {

using Values = std::vector<Value>;

std::shared_ptr<const Program> everythingOf(const std::string& text) {
  return observingEverything(*parseLitmus(std::make_shared<const Source>("test.litmus", text)));
}

Promise promised(const std::string& text, const std::string& model, const char* outcomes = nullptr) {
  const ModelLibrary library({std::filesystem::path(HRFCHECK_SOURCE_DIR) / "models"});
  const auto engine = makeExplicitEngine();
  Preparation preparation(everythingOf(text), 2);
  const Model races = library.load(model);
  if (outcomes == nullptr) {
    return promiseOfOutcomes(*engine, preparation, races, nullptr, {});
  }
  const Model other = library.load(outcomes);
  return promiseOfOutcomes(*engine, preparation, races, &other, {});
}

SeenOutcomes seen(std::vector<Values> states) {
  return {std::move(states), false, ""};
}

constexpr const char* kAdds =
    "HSA Adds\n{ L=0; }\n P0@wg 0 | P1@wg 0 ;\n faa.ar.wg r0, L, 1 | faa.ar.wg _, L, 1 ;\nexists (L=2)\n";

constexpr const char* kStoreBuffering =
    "HSA SB\n{ x=0; y=0; }\n P0@wg 0 | P1@wg 1 ;\n st.rel.cmp x, 1 | st.rel.cmp y, 1 ;\n ld.acq.cmp r0, y | "
    "ld.acq.cmp r1, x ;\n";

constexpr const char* kWaits =
    "HSA Counts\n{ L=0; }\n P0@wg 0 | P1@wg 0 ;\n st.rel.wg L, 1 | AGAIN: ;\n | faa.ar.wg r0, L, 0 ;\n | add "
    "r1, "
    "r1, 1 ;\n | bne r0, 1, AGAIN ;\n";

}  // namespace

TEST_CASE("everything is observed: what the test asks for first, then written registers and locations") {
  const std::shared_ptr<const Program> program = everythingOf(
      "HSA T\n{ x=0; y=0; }\n P0 | P1 ;\n ld r0, x | ld r3, y ;\n mov r1, 2 | st x, 1 ;\nfilter "
      "(1:r3=0)\nexists "
      "(y=0)\n");
  std::vector<std::string> names;
  for (const StateVariable& v : program->observed) {
    names.push_back(program->nameOf(v));
  }
  CHECK(names == std::vector<std::string>{"y", "0:r0", "0:r1", "1:r3", "x"});
  CHECK(program->filter == nullptr);
}

TEST_CASE("a race-free program is promised the model's outcomes, memory too") {
  const Promise promise = promised(kAdds, "rsp-incl");
  CHECK(promise.kind == PromiseKind::Outcomes);
  CHECK(promise.reason == PromiseReason::RaceFree);
  CHECK(promise.outcomes == std::vector<Values>{{2, 0}, {2, 1}});  // L, 0:r0
  CHECK(promise.allows({2, 1}));
  CHECK_FALSE(promise.allows({1, 0}));
}

TEST_CASE("a racy program is promised nothing") {
  const Promise promise =
      promised("HSA R\n{ x=0; }\n P0@wg 0 | P1@wg 1 ;\n st x, 1 | ld r0, x ;\n", "rsp-incl");
  CHECK(promise.kind == PromiseKind::Nothing);
  CHECK(promise.reason == PromiseReason::Racy);
  CHECK(promise.racing == std::vector<InstructionPair>{{{0, 0}, {1, 0}}});
  const Judgement judgement = judge(promise, seen({{7, 7}}));
  CHECK(judgement.answer == Judgement::Answer::NothingPromised);
  CHECK(judgement.outside.empty());
}

TEST_CASE("the promise may be sequential consistency: acquire and release alone allow store buffering") {
  CHECK(promised(kStoreBuffering, "rsp-incl").outcomes.size() == 4);
  const Promise promise = promised(kStoreBuffering, "rsp-incl", "sc");
  CHECK(promise.outcomes.size() == 3);
  CHECK(promise.outcomesOf == "sc");
}

TEST_CASE("judgement: outside, not reached, deadlock") {
  const Promise promise = promised(kAdds, "rsp-incl");
  const Judgement sound = judge(promise, seen({{2, 0}, {2, 1}}));
  CHECK(sound.answer == Judgement::Answer::Kept);
  CHECK(sound.complete());
  const Judgement less = judge(promise, seen({{2, 1}}));
  CHECK(less.answer == Judgement::Answer::Kept);
  CHECK_FALSE(less.complete());
  CHECK(less.notSeen == std::vector<Values>{{2, 0}});
  const Judgement lost = judge(promise, seen({{1, 0}, {2, 0}, {2, 1}}));
  CHECK(lost.answer == Judgement::Answer::Broken);
  CHECK(lost.outside == std::vector<std::size_t>{0});
  SeenOutcomes stuck = seen({{2, 0}, {2, 1}});
  stuck.stuck = true;
  CHECK(judge(promise, stuck).answer == Judgement::Answer::Broken);
}

TEST_CASE("judgement: a side that was cut decides nothing that it has not seen") {
  Promise promise = promised(kAdds, "rsp-incl");
  SeenOutcomes cut = seen({{2, 1}});
  cut.incomplete = "state limit";
  const Judgement undecided = judge(promise, cut);
  CHECK(undecided.answer == Judgement::Answer::Undecided);
  CHECK(undecided.open == Judgement::Open::Outcomes);
  CHECK(undecided.reason == "state limit");
  cut.states.push_back({1, 0});
  CHECK(judge(promise, cut).answer == Judgement::Answer::Broken);  // what was found stands
  promise.undecided = "bound reached";
  const Judgement open = judge(promise, cut);
  CHECK(open.answer == Judgement::Answer::Undecided);
  CHECK(open.open == Judgement::Open::Promise);
  CHECK(open.unknown == std::vector<std::size_t>{1});
  CHECK(open.outside.empty());
}

TEST_CASE("a loop that counts its rounds is looked at up to the bound: nothing is certain") {
  const Promise promise = promised(kWaits, "rsp-incl");
  CHECK(promise.undecided.has_value());
  CHECK(promise.kind == PromiseKind::Undecided);
  CHECK(judge(promise, seen({})).answer == Judgement::Answer::Undecided);
}

TEST_CASE("a promise that nothing is known of is broken by nothing, and one that is not listed is open") {
  Promise promise;
  promise.kind = PromiseKind::NotApplicable;
  CHECK(judge(promise, seen({{1, 0}})).answer == Judgement::Answer::NothingPromised);
  promise.kind = PromiseKind::Interleavings;
  promise.undecided = "not listed";
  CHECK(judge(promise, seen({{1, 0}})).answer == Judgement::Answer::Undecided);
  promise.undecided.reset();
  CHECK(judge(promise, seen({{1, 0}})).answer == Judgement::Answer::Broken);
  const Judgement nothing = judge(promise, seen({}));
  CHECK(nothing.answer == Judgement::Answer::Undecided);
  CHECK(nothing.open == Judgement::Open::Vacuous);
}

TEST_CASE("the values of a variable that would be allowed beside the others") {
  Promise promise;
  promise.outcomes = {{0, 0}, {1, 0}, {1, 1}, {2, 0}};
  CHECK(promise.valuesBeside({7, 0}, 0) == Values{0, 1, 2});
  CHECK(promise.valuesBeside({1, 7}, 1) == Values{0, 1});
  CHECK(promise.valuesBeside({0, 1}, 0) == Values{1});
  CHECK(promise.valuesBeside({7, 7}, 0).empty());
}

TEST_CASE("in how many states the condition holds") {
  const auto program = everythingOf(kAdds);  // L, 0:r0; exists (L=2)
  CHECK(observationOf(*program, {{2, 0}, {1, 0}}, false) == Observation::Sometimes);
  CHECK(observationOf(*program, {{2, 0}, {2, 1}}, true) == Observation::Always);
  CHECK(observationOf(*program, {{2, 0}, {2, 1}}, false) == Observation::Undecided);
  CHECK(observationOf(*program, {{1, 0}}, true) == Observation::Never);
  CHECK(observationOf(*program, {}, true) == Observation::Vacuous);
  CHECK(observationOf(*program, {}, false) == Observation::Undecided);
}

TEST_CASE("an answer about termination and what is expected of it") {
  using enum TerminationJudgement;
  CHECK(judgeTermination(true, true, false) == AsExpected);
  CHECK(judgeTermination(true, false, false) == NotAsExpected);
  CHECK(judgeTermination(false, false, false) == AsExpected);
  CHECK(judgeTermination(std::nullopt, true, true) == Undecided);
  CHECK(judgeTermination(true, true, true) == Conditional);
  CHECK(judgeTermination(false, true, true) == NotAsExpected);  // a hang is one under every model
}

TEST_CASE("flags alone say whether a model stands by its outcomes") {
  const Model model = ModelLibrary({std::filesystem::path(HRFCHECK_SOURCE_DIR) / "models"}).load("rsp-incl");
  Analysis analysis;
  CHECK(promiseByFlags(model, analysis).kind == PromiseKind::Outcomes);
  analysis.undecided = "time limit";
  CHECK(promiseByFlags(model, analysis).kind == PromiseKind::Undecided);
  const auto race = std::ranges::find(model.checks, std::string(kRaceFlag), &Check::name);
  REQUIRE(race != model.checks.end());
  analysis.flags.resize(1);
  analysis.flags.front().check = static_cast<std::size_t>(race - model.checks.begin());
  CHECK(promiseByFlags(model, analysis).kind == PromiseKind::Nothing);
  CHECK(promiseByFlags(model, analysis).reason == PromiseReason::Racy);
}

}  // namespace promise_test
