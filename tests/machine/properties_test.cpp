// P1 to P4 of docs/machines.md on the hand tests; the generated corpus is tests/suite's.

#include <doctest/doctest.h>

#include "machine_support.h"
#include "programs.h"
#include "race_free.h"

namespace properties_test {

using namespace hrfcheck;
using namespace hrfcheck::test;

namespace {

bool runs(const Program& program, const Setting& setting) {
  try {
    Simulator(std::make_shared<const Program>(program), setting.options());
    return true;
  } catch (const UserError&) {
    return false;
  }
}

/// The race-free hand tests on which the machine does something that no interleaving does, or deadlocks.
std::vector<std::string> failures(const RaceFree& model, const Setting& setting) {
  std::vector<std::string> names;
  for (const auto& [name, program] : model.programs()) {
    if (!runs(*program, setting)) {
      continue;
    }
    const Reached reached = reach(program, setting.options());
    REQUIRE(reached.simulation.incomplete.empty());
    if (!contains(scOutcomes(program), reached.outcomes()) || reached.simulation.deadlock) {
      names.push_back(name);
    }
  }
  return names;
}

const RaceFree& pairwise() {
  static const RaceFree tests("rsp-incl");
  return tests;
}

constexpr auto kFull = Environment::Full;
constexpr auto kEvict = Environment::Evict;

}  // namespace

TEST_CASE("P1: race-free tests are sequentially consistent on the corrected machines") {
  CHECK(pairwise().programs().size() >= 20);
  for (const Hierarchy hierarchy : {Hierarchy::H2, Hierarchy::H3}) {
    for (const char* machine : {"rsp-fix", "rsp-fix2"}) {
      CAPTURE(machine);
      CHECK(failures(pairwise(), {machine, kEvict, hierarchy}) == std::vector<std::string>{});
      CHECK(failures(pairwise(), {machine, kFull, hierarchy}) == std::vector<std::string>{});
      CHECK(failures(pairwise(), {machine, kEvict, hierarchy, {}, {"flush-dirty"}}) ==
            std::vector<std::string>{});
    }
  }
  CHECK(failures(pairwise(), {"rsp-fix", kEvict, Hierarchy::H5}) == std::vector<std::string>{});
}

TEST_CASE("P1: the other machines with their models") {
  CHECK(failures(RaceFree("hrf-indirect-relaxed"), {"qr-fix", kFull}) == std::vector<std::string>{});
  CHECK_FALSE(failures(RaceFree("hrf-indirect-relaxed"), {"qr", kFull}).empty());
  const RaceFree hrf0("hrf0");
  CHECK(failures(hrf0, {"hrf0-fix", kFull, Hierarchy::H2, {}, {"acc-star"}}) == std::vector<std::string>{});
  CHECK_FALSE(failures(hrf0, {"hrf0", kFull}).empty());
}

TEST_CASE("P2: every interleaving is there, and no deadlock") {
  for (const Named& named : kPrograms) {
    CAPTURE(named.name);
    const auto program = test::programOf(*named.text);
    const auto sc = scOutcomes(program);
    for (const MachineInfo& machine : machines()) {
      for (const Hierarchy hierarchy : {Hierarchy::H2, Hierarchy::H3}) {
        const Setting setting{machine.name, kEvict, hierarchy};
        CAPTURE(machine.name);
        if (runs(*program, setting)) {
          const Reached reached = reach(program, setting.options());
          CHECK(contains(reached.outcomes(), sc));
          CHECK_FALSE(reached.simulation.deadlock);
        }
      }
    }
  }
}

TEST_CASE("P3: racy tests leave sequential consistency on the corrected machines") {
  const std::string racy = R"(HSA Racy
{ x=0; y=0; }
 P0@wg 0  | P1@wg 1  ;
 st x, 1  | st y, 1  ;
 ld r0, y | ld r0, x ;
exists (0:r0=0 /\ 1:r0=0)
)";
  for (const char* machine : {"qr-fix", "rsp-fix", "rsp-fix2", "hrf0-fix"}) {
    CHECK(reach(racy, {machine, kEvict}).shortest() > 0);
  }
  CHECK(reach(racy, {"sc"}).shortest() == 0);
}

TEST_CASE("P4: each fix that is taken away alone is missed") {
  struct Mutant {
    const char* rule;
    Setting setting;
  };
  const auto h2 = Hierarchy::H2;
  const std::vector<Mutant> mutants = {
      {"inv-after-access", {"rsp-fix", kEvict}},  {"acc-star", {"rsp-fix", kEvict}},
      {"blocking-release", {"rsp-fix", kEvict}},  {"rm-ar-flush-own", {"rsp-fix", kEvict}},
      {"rm-inv-after-acks", {"rsp-fix", kEvict}}, {"rm-rel-as-rm-ar", {"rsp-fix", kEvict}},
      {"rm-acq-stall", {"rsp-fix", kEvict}},      {"rm-ar-stall", {"rsp-fix", kEvict}},
      {"stall-on-entry", {"rsp-fix", kEvict}},    {"stall-per-requester", {"rsp-fix", kEvict}},
      {"keep-dirty", {"rsp-fix", kEvict}},        {"outer-first", {"rsp-fix", kFull, Hierarchy::H3}},
      {"kill-fill", {"rsp-fix", kFull}},          {"second-flush", {"rsp-fix2", kEvict}},
      {"rm-ar-stall", {"rsp-fix2", kEvict}},      {"line-lock", {"rsp-fix", kFull, h2, {"rm-rel-as-rm-ar"}}},
  };
  for (const Mutant& mutant : mutants) {
    CAPTURE(std::string(mutant.rule));
    Setting setting = mutant.setting;
    setting.without.push_back(mutant.rule);
    const auto killers = failures(pairwise(), setting);
    CHECK_FALSE(killers.empty());
  }
}

TEST_CASE("The own flush of a remote acquire is needed where its access passes its own copies by") {
  CHECK(failures(pairwise(), {"rsp-fix", kEvict, Hierarchy::H2, {"rm-acq-flush-own"}}).empty());
  CHECK(reach(kB3, {"rsp-fix", kEvict, Hierarchy::H2, {"acc-star"}}).shortest() == 0);
  CHECK(reach(kB3, {"rsp-fix", kEvict, Hierarchy::H2, {"acc-star", "rm-acq-flush-own"}}).shortest() > 0);
}

}  // namespace properties_test
