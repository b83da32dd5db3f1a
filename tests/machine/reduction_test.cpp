#include <doctest/doctest.h>

#include "machine_support.h"
#include "programs.h"
#include "random_programs.h"

using namespace hrfcheck;
using namespace hrfcheck::test;

namespace {

/// With and without reductions: the same outcomes in as many steps, the same deadlocks.
/// Answers whether there was room to see it.
bool agree(const std::shared_ptr<const Program>& program, const Setting& setting) {
  SimulationOptions options = setting.options();
  options.mostStates = 100'000;
  const Reached reduced = reach(program, options);
  options.reduce = false;
  const Reached full = reach(program, options);
  if (!full.simulation.incomplete.empty()) {
    return false;
  }
  CAPTURE(setting.machine);
  CHECK(reduced.steps == full.steps);
  CHECK(reduced.deadlockSteps == full.deadlockSteps);
  CHECK(reduced.simulation.states <= full.simulation.states);
  options.reduce = true;
  options.shortest = options.traces = false;
  CHECK(reach(program, options).outcomes() == full.outcomes());
  return true;
}

std::vector<Setting> settings(Environment environment, Hierarchy hierarchy) {
  std::vector<Setting> all;
  for (const char* machine : {"qr", "qr-fix", "rsp-lit", "rsp-lit-drop", "rsp-char", "rsp-fix", "rsp-fix2"}) {
    all.push_back({machine, environment, hierarchy});
  }
  all.push_back({"rsp-lit", environment, hierarchy, {}, {"flush-dirty"}});
  all.push_back({"rsp-fix", environment, hierarchy, {"blocking-release"}});
  all.push_back({"rsp-fix", environment, hierarchy, {"kill-fill"}});
  all.push_back({"rsp-fix", environment, hierarchy, {"outer-first", "stall-per-requester"}});
  return all;
}

bool usesRemote(const Program& program) {
  return featuresOf(program).remote;
}

}  // namespace

TEST_CASE("Reductions keep outcomes, deadlocks and lengths: random tests") {
  RandomPrograms random(11);
  unsigned asked = 0, seen = 0;
  for (unsigned i = 0; i < 40; ++i) {
    const std::string text = random.next();
    CAPTURE(text);
    const auto program = test::programOf(text);
    const auto environment = static_cast<Environment>(i % 3);
    for (const Setting& setting : settings(environment, i % 4 == 3 ? Hierarchy::H3 : Hierarchy::H2)) {
      if (!usesRemote(*program) || findMachine(setting.machine)->abilities.remote) {
        ++asked;
        seen += agree(program, setting) ? 1 : 0;
      }
    }
  }
  CHECK(10 * seen >= 9 * asked);
}

TEST_CASE("Reductions keep outcomes, deadlocks and lengths: hand tests") {
  for (const Named& named : kPrograms) {
    CAPTURE(named.name);
    const auto program = test::programOf(*named.text);
    CHECK(agree(program, {"rsp-fix", Environment::Evict}));
    CHECK(agree(program, {"rsp-lit", Environment::Fifo}));
    if (!usesRemote(*program)) {
      CHECK(agree(program, {"hrf0", Environment::Fifo}));
      CHECK(agree(program, {"hrf0-fix", Environment::Evict}));
    }
  }
}

TEST_CASE("P2 on random tests, in every hierarchy") {
  RandomPrograms random(12);
  unsigned asked = 0, seen = 0;
  for (unsigned i = 0; i < 60; ++i) {
    const std::string text = random.next();
    CAPTURE(text);
    const auto program = test::programOf(text);
    for (const Hierarchy hierarchy : {Hierarchy::H2, Hierarchy::H3, Hierarchy::H5}) {
      for (const char* machine : {"rsp-fix", "rsp-fix2", "rsp-lit"}) {
        SimulationOptions options = Setting{machine, Environment::Fifo, hierarchy}.options();
        options.traces = false;
        options.mostStates = 200'000;
        const Reached reached = reach(program, options);
        ++asked;
        if (reached.simulation.incomplete.empty()) {
          ++seen;
          CHECK(contains(reached.outcomes(), scOutcomes(program)));
          CHECK_FALSE(reached.simulation.deadlock);
        }
      }
    }
  }
  CHECK(10 * seen >= 9 * asked);
}
