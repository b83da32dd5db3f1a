#include "synth/search/machine_side.h"

#include <doctest/doctest.h>

#include <map>

#include "check/promise/judgement.h"
#include "frontend/litmus.h"
#include "synth/brute_bounds.h"
#include "synth/models.h"
#include "synth/synth.h"

namespace machine_side_test {

// What machines show of tests that tell models apart, and which model they side with.

using namespace hrfcheck;
using namespace hrfcheck::test;

namespace {

using enum SynthKind;
using enum SynthOrder;

struct Sided {
  SynthResult result;
  std::vector<WrittenTest> tests;

  SynthCounts counts() const {
    SynthCounts sum;
    for (const SynthSize& size : result.sizes) {
      sum += size.counts;
    }
    return sum;
  }
  /// Tests on which the machine sides with each of the models.
  std::map<std::size_t, std::uint64_t> sides() const {
    std::map<std::size_t, std::uint64_t> sides;
    for (const auto& [group, count] : result.tally) {
      sides[sideOf(group.answers, group.reached.value())] += count;
    }
    return sides;
  }
};

SynthMachine machineNamed(const std::string& name) {
  SimulationOptions simulation;
  simulation.machine = name;
  return {name, simulation};
}

Sided run(const SynthOptions& options) {
  Sided sided;
  const std::atomic<bool> cancelled{false};
  const SynthCalls calls{[](const SynthQuestion&) {},
                         [&](const WrittenTest& test) { sided.tests.push_back(test); },
                         [](unsigned, std::uint64_t, std::uint64_t, std::uint64_t) {}};
  sided.result = runSynth(options, modelLibrary(), calls, cancelled);
  return sided;
}

/// Two threads, up to four loads and stores.
Sided run(const std::vector<std::string>& models, const SynthMachine& machine) {
  SynthOptions options;
  options.models = models;
  options.bounds = boundsOf(2, 4, 2, {Load, Store}, {});
  options.keep = 1000;
  options.machine = machine;
  options.workers = 2;
  return run(options);
}

/// What `simulate` says of the written test: its condition is satisfied on the machine.
bool reachedBySimulation(const WrittenTest& test, const SynthMachine& machine) {
  auto program =
      std::make_shared<Program>(*parseLitmus(std::make_shared<const Source>("test.litmus", test.hsa.litmus)));
  program->filter = nullptr;
  const Simulation simulation = Simulator(program, machine.simulation).explore();
  CHECK(simulation.incomplete.empty());
  return std::ranges::any_of(simulation.outcomes, [&](const ReachedOutcome& outcome) {
    return satisfiesCondition(*program, outcome.values);
  });
}

}  // namespace

TEST_CASE("the side of a machine: the model that promises what it keeps, or else the other") {
  using enum SynthAnswer;
  CHECK(sideOf({Allowed, Forbidden}, false) == 1);
  CHECK(sideOf({Allowed, Forbidden}, true) == 0);
  CHECK(sideOf({Forbidden, Racy}, false) == 0);
  CHECK(sideOf({Forbidden, Racy}, true) == 1);
}

TEST_CASE("RSP and a model without remote operations: the corrected machine sides with RSP everywhere") {
  const Sided fixed = run({"rsp", "hrf-indirect-relaxed"}, machineNamed("rsp-fix"));
  CHECK(fixed.result.complete());
  CHECK(fixed.sides() == std::map<std::size_t, std::uint64_t>{{0, 278}});
  CHECK(fixed.counts().open > 0);
  for (const auto& [group, count] : fixed.result.tally) {
    CHECK(group.answers == std::vector{SynthAnswer::Forbidden, SynthAnswer::Racy});
  }
}

TEST_CASE("the machine as printed breaks what RSP promises, and shows what simulate says") {
  const SynthMachine machine = machineNamed("rsp-lit");
  const Sided literal = run({"rsp", "hrf-indirect-relaxed"}, machine);
  CHECK(literal.sides() == std::map<std::size_t, std::uint64_t>{{0, 224}, {1, 54}});
  REQUIRE(literal.tests.size() == 278);
  for (const WrittenTest& test : literal.tests) {
    CAPTURE(test.name);
    CHECK(test.reached == reachedBySimulation(test, machine));
  }
}

TEST_CASE("a conversion to PTX invents no outcomes: PTX allows nothing that HRF promises not to be there") {
  SynthOptions options;
  options.models = {"ptx", "hrf-indirect-relaxed"};
  options.bounds = boundsOf(2, 4, 2, {Load, Store}, {Ordinary, SeqCst});
  options.bounds.levels = {kDeviceLevel};
  options.ordersChosen = true;
  options.keep = 0;
  options.machine = machineNamed("sc");
  options.workers = 2;
  const Sided sided = run(options);
  CHECK(sided.result.complete());
  CHECK(sided.counts().open > 0);
  REQUIRE_FALSE(sided.result.tally.empty());
  for (const auto& [group, count] : sided.result.tally) {
    CHECK(group.answers == std::vector{SynthAnswer::Forbidden, SynthAnswer::Racy});  // fence.sc before loads
    CHECK(group.reached == false);
  }
}

TEST_CASE("a machine that has no rules for remote operations") {
  const SynthCounts counts = run({"rsp", "hrf-indirect-relaxed"}, machineNamed("qr-fix")).counts();
  CHECK(counts.refused == 278);
  CHECK(counts.found == 0);
}

TEST_CASE("an exploration that reaches its limit is no answer") {
  SynthMachine machine = machineNamed("rsp-fix");
  machine.simulation.mostStates = 3;
  const Sided limited = run({"rsp", "hrf-indirect-relaxed"}, machine);
  CHECK(limited.counts().undecided == 278);
  CHECK(limited.counts().found == 0);
  CHECK(limited.result.undecided());
}

TEST_CASE("a model promises nothing of a racy program, whatever it forbids") {
  // P0 writes x and reads what was there before; P1 writes x, too.
  const SynthBounds bounds = boundsOf(2, 3, 1, {Load, Store}, {Ordinary});
  SynthQuestion question{modelsNamed({"sc", "hrf-indirect"}), bounds, SynthWanted::ToldApart};
  question.machine = machineNamed("sc");
  const SynthShape shape{{{2, 1}, {0, 1}, {0, 0}, {}}, {{Store, 0}, {Load, 0}, {Store, 0}}, 1, {}};
  const SynthObservation stale{{kInitialStep, kInitialStep, kInitialStep}, {2}};
  using enum SynthAnswer;
  MachineSides sides(question);
  CHECK(sides.shows({shape, {0, 0, 0}, stale, {Allowed, Forbidden}}, {}) == MachineShows::Nothing);
  CHECK(sides.shows({shape, {0, 0, 0}, stale, {Forbidden, Allowed}}, {}) == MachineShows::NotReached);
  const SynthObservation plain{{kInitialStep, 0, kInitialStep}, {2}};
  CHECK(sides.shows({shape, {0, 0, 0}, plain, {Allowed, Racy}}, {}) == MachineShows::Nothing);
  CHECK(sides.shows({shape, {0, 0, 0}, plain, {Forbidden, Allowed}}, {}) == MachineShows::Reached);
}

}  // namespace machine_side_test
