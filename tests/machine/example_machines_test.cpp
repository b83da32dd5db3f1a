// The machines of machines/: what each allows, and that it keeps the promise of its model.

#include <doctest/doctest.h>

#include <deque>

#include "machine/explore/final_states.h"
#include "machine/timed/run.h"
#include "machine_support.h"
#include "programs.h"
#include "race_free.h"
#include "random_programs.h"

namespace example_machines_test {

using namespace hrfcheck;
using namespace hrfcheck::test;

namespace {

const DescribedMachine& denovo() {
  static const DescribedMachine machine =
      describedMachine(readSource(std::string(HRFCHECK_SOURCE_DIR) + "/machines/denovo.machine"));
  return machine;
}

const DescribedMachine& writeThrough() {
  static const DescribedMachine machine =
      describedMachine(readSource(std::string(HRFCHECK_SOURCE_DIR) + "/machines/write-through.machine"));
  return machine;
}

const DescribedMachine& loadFirst() {
  static const DescribedMachine machine =
      describedMachine(readSource(std::string(HRFCHECK_SOURCE_DIR) + "/machines/hrf0-load-first.machine"));
  return machine;
}

const DescribedMachine& filtered() {
  static const DescribedMachine machine =
      describedMachine(readSource(std::string(HRFCHECK_SOURCE_DIR) + "/machines/hrf0-filtered.machine"));
  return machine;
}

SimulationOptions optionsOf(const DescribedMachine& machine, Setting setting) {
  SimulationOptions options = setting.options();
  options.machine = machine.name;
  options.described = machine.kind;
  return options;
}

const DescribedMachine& hrfrOrders() {
  static const DescribedMachine machine =
      describedMachine(readSource(std::string(HRFCHECK_SOURCE_DIR) + "/machines/hrfr-orders.machine"));
  return machine;
}

Reached on(const DescribedMachine& machine, const std::string& text, const Setting& setting = {}) {
  return reach(programOf(text), optionsOf(machine, setting));
}

/// The race-free hand tests on which a machine does something that no interleaving does, misses something
/// that one does, or deadlocks; and how many it runs.
std::pair<std::vector<std::string>, std::size_t> failures(const RaceFree& model,
                                                          const DescribedMachine& machine,
                                                          const Setting& setting) {
  std::vector<std::string> names;
  std::size_t ran = 0;
  for (const auto& [name, program] : model.programs()) {
    const SimulationOptions options = optionsOf(machine, setting);
    if (!runs(program, options)) {
      continue;
    }
    ++ran;
    const Reached reached = reach(program, options);
    REQUIRE(reached.simulation.incomplete.empty());
    if (scOutcomes(program) != reached.outcomes() || reached.simulation.deadlock) {
      names.push_back(name);
    }
  }
  return {names, ran};
}

std::string mp(const std::string& release, const std::string& acquire) {
  return "HSA MP\n{ x=0; L=0; }\n"
         " P0@wg 0 | P1@wg 1 ;\n"
         " st x, 1 | ld.acq." +
         acquire + " r0, L ;\n st.rel." + release +
         " L, 1 | ld r1, x ;\n"
         "exists (1:r0=1 /\\ 1:r1=0)\n";
}

std::string sb(const std::string& store, const std::string& load) {
  return "HSA SB\n{ x=0; y=0; }\n"
         " P0@wg 0 | P1@wg 1 ;\n " +
         store + " x, 1 | " + store + " y, 1 ;\n " + load + " r0, y | " + load +
         " r0, x ;\n"
         "exists (0:r0=0 /\\ 1:r0=0)\n";
}

/// Every state that a machine reaches with a program.
void forEveryState(const std::shared_ptr<const Program>& program, const SimulationOptions& options,
                   const std::function<void(const Transitions&, const MachineState&)>& visit) {
  Transitions transitions = transitionsOf(*program, options);
  Successors successors(transitions.layout().size);
  std::set<std::vector<std::uint8_t>> known{transitions.initial()};
  std::deque<std::vector<std::uint8_t>> open{*known.begin()};
  for (; !open.empty(); open.pop_front()) {
    std::vector<std::uint8_t> state = open.front();
    visit(transitions, MachineState(transitions.layout(), state.data()));
    transitions.of(state.data(), false, successors);
    for (std::size_t i = 0; i < successors.size(); ++i) {
      std::vector<std::uint8_t> next(successors.state(i), successors.state(i) + state.size());
      if (known.insert(next).second) {
        open.push_back(std::move(next));
      }
    }
  }
}

constexpr auto kFull = Environment::Full;

const std::string kThreeWriters = R"(HSA Writers
{ x=0; y=0; }
 P0@wg 0  | P1@wg 1             | P2@wg 0  ;
 st x, 1  | faa.ar.cmp r0, x, 2 | st x, 4  ;
 ld r0, y | st y, 1             | ld r0, x ;
exists (true)
)";

}  // namespace

TEST_CASE("denovo: no scope is too narrow, ordinary accesses are weak, and synchronization is not") {
  for (const std::string scope : {"wg", "cmp", "sys"}) {
    CHECK(on(denovo(), mp(scope, scope), {"", kFull}).shortest() == 0);
  }
  CHECK(on(denovo(), mp("wg", "cmp"), {"", kFull}).shortest() == 0);
  CHECK(reach(mp("wg", "wg"), {"qr-fix", kFull}).shortest() > 0);
  CHECK(on(denovo(), sb("st", "ld")).shortest() > 0);
  CHECK(on(denovo(), sb("st.rel.wg", "ld.acq.wg")).shortest() == 0);
  CHECK(on(denovo(), sb("st.rlx.wg", "ld.rlx.wg")).shortest() == 0);
}

TEST_CASE("write-through: scopes matter as on qr-fix") {
  CHECK(on(writeThrough(), mp("cmp", "cmp"), {"", kFull}).shortest() == 0);
  CHECK(on(writeThrough(), mp("cmp", "wg"), {"", kFull}).shortest() > 0);
  CHECK(on(writeThrough(), sb("st", "ld")).shortest() > 0);
  CHECK(on(writeThrough(), sb("st.rel.cmp", "ld.acq.cmp")).shortest() == 0);
  // A release as far as the work-group is with everybody as soon as it is in the L1.
  CHECK(on(writeThrough(), mp("wg", "cmp"), {"", kFull}).shortest() == 0);
  CHECK(reach(mp("wg", "cmp"), {"qr-fix", kFull}).shortest() > 0);
}

TEST_CASE("The example machines reach what SC does, and only that, on the race-free hand tests") {
  const RaceFree drf("drf0"), scoped("hrf-indirect-relaxed");
  for (const Environment environment : {Environment::Fifo, Environment::Evict, kFull}) {
    const auto [broken, ran] = failures(drf, denovo(), {"", environment});
    CHECK(broken == std::vector<std::string>{});
    CHECK(ran >= 8);
    for (const Hierarchy hierarchy : {Hierarchy::H2, Hierarchy::H3}) {
      const auto [wrong, all] = failures(scoped, writeThrough(), {"", environment, hierarchy});
      CHECK(wrong == std::vector<std::string>{});
      CHECK(all >= 8);
    }
  }
}

TEST_CASE("hrfr-orders: acquires and releases order, relaxed accesses do not, and only seq_cst forbids SB") {
  CHECK(on(hrfrOrders(), mp("cmp", "cmp"), {"", kFull}).shortest() == 0);
  CHECK(on(hrfrOrders(), mp("cmp", "wg"), {"", kFull}).shortest() > 0);
  CHECK(on(hrfrOrders(), mp("wg", "cmp"), {"", kFull}).shortest() > 0);
  CHECK(on(hrfrOrders(), sb("st.rel.cmp", "ld.acq.cmp"), {"", Environment::Fifo}).shortest() > 0);
  CHECK(on(hrfrOrders(), sb("st.sc.cmp", "ld.sc.cmp"), {"", kFull}).shortest() == 0);
  CHECK(on(hrfrOrders(), sb("st.rlx.cmp", "ld.rlx.cmp")).shortest() > 0);
  // As in Fig. 11, with the invalidation first, a neighbour's refill is read.
  CHECK(on(hrfrOrders(), mp("cmp", "cmp"), {"", kFull, Hierarchy::H2, {"inv-after-access"}}).shortest() > 0);
}

TEST_CASE(
    "hrf0-load-first: passes an own store by but with acc-star, and needs no other invalidation (HF4)") {
  CHECK(on(loadFirst(), kHf4, {"", Environment::Fifo}).shortest() > 0);
  CHECK(reach(kHf4, {"hrf0", kFull}).shortest() == 0);
  CHECK(on(loadFirst(), kHf1, {"", kFull}).shortest() == 0);
  const RaceFree hrf0("hrf0");
  for (const Environment environment : {Environment::Fifo, Environment::Evict, kFull}) {
    const auto [broken, ran] =
        failures(hrf0, loadFirst(), {"", environment, Hierarchy::H2, {}, {"acc-star"}});
    CHECK(broken == std::vector<std::string>{});
    CHECK(ran >= 5);
  }
}

TEST_CASE("hrf0-filtered: a line that a neighbour has fetched is as stale for who has not touched it (HF5)") {
  CHECK(on(filtered(), kHf1, {"", Environment::Fifo}).shortest() > 0);
  CHECK(reach(kHf1, {"hrf0-fix", kFull}).shortest() == 0);
}

TEST_CASE("Whichever rule of the example machines is taken away, some race-free hand test shows it") {
  const RaceFree drf("drf0"), scoped("hrf-indirect-relaxed");
  CHECK_FALSE(failures(drf, denovo(), {"", kFull, Hierarchy::H2, {"inv-after-access"}}).first.empty());
  CHECK_FALSE(failures(drf, denovo(), {"", kFull, Hierarchy::H2, {"keep-dirty"}}).first.empty());
  CHECK_FALSE(
      failures(scoped, writeThrough(), {"", kFull, Hierarchy::H2, {"inv-after-access"}}).first.empty());
}

TEST_CASE("Without ownership of what synchronizes, or without the release's wait, denovo breaks") {
  const auto changed = [](const std::string& from, const std::string& to) {
    std::string text = machineText(denovo());
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
      text.replace(at, from.size(), to);
    }
    return describedMachine(std::make_shared<const Source>("changed.machine", text));
  };
  const RaceFree drf("drf0");
  CHECK_FALSE(failures(drf, changed("access wg owning", "access wg"), {"", kFull}).first.empty());
  CHECK_FALSE(failures(drf, changed("flush own-leaf to wg", "gate"), {"", kFull}).first.empty());
  CHECK_THROWS_AS(changed("\" ownership", "\" write-back"), UserError);
}

TEST_CASE("denovo: a line has one owner at most, and a write-through L1 none that is dirty") {
  std::size_t owned = 0, states = 0;
  const auto program = programOf(kThreeWriters);
  forEveryState(program, optionsOf(denovo(), {"", kFull}),
                [&](const Transitions& transitions, const MachineState& s) {
                  for (std::uint32_t a = 0; a < 2; ++a) {
                    std::size_t owners = 0;
                    for (const MemoryNodeId n : transitions.tree().nodes().back().owners) {
                      owners += s.dirty(n, a) ? 1 : 0;
                    }
                    CHECK(owners <= 1);
                    owned += owners;
                  }
                  ++states;
                });
  CHECK(owned > 100);
  CHECK(states > 100);
  forEveryState(program, optionsOf(writeThrough(), {"", kFull}),
                [](const Transitions& transitions, const MachineState& s) {
                  for (MemoryNodeId n = 0; n < transitions.tree().cacheCount(); ++n) {
                    CHECK((transitions.tree().nodes()[n].buffer || !s.anyDirty(n)));
                  }
                });
}

TEST_CASE("Reductions keep outcomes and lengths on the example machines: random tests") {
  RandomPrograms random(31);
  std::size_t compared = 0;
  for (int i = 0; i < 40; ++i) {
    const std::string text = random.next();
    const auto program = programOf(text);
    for (const DescribedMachine* machine : {&denovo(), &writeThrough()}) {
      SimulationOptions options = optionsOf(*machine, {"", static_cast<Environment>(i % 3)});
      options.mostStates = 50'000;
      if (!runs(program, options)) {
        continue;
      }
      CAPTURE(text);
      const Reached reduced = reach(program, options);
      options.reduce = false;
      const Reached whole = reach(program, options);
      if (whole.simulation.incomplete.empty()) {
        CHECK(reduced.steps == whole.steps);
        CHECK(contains(whole.outcomes(), scOutcomes(program)));
        ++compared;
      }
    }
  }
  CHECK(compared >= 10);
}

TEST_CASE("Timed runs of the example machines end where explorations do") {
  RandomPrograms random(32);
  std::size_t finished = 0;
  for (int i = 0; i < 60; ++i) {
    const std::string text = i == 0 ? kThreeWriters : i == 1 ? mp("cmp", "cmp") : random.next();
    const auto program = programOf(text);
    for (const DescribedMachine* machine : {&denovo(), &writeThrough()}) {
      for (const std::uint32_t lineBytes : {4U, 64U}) {
        SimulationOptions options = optionsOf(*machine, {"", lineBytes == 4 ? Environment::Evict : kFull});
        options.mostStates = 100'000;
        options.traces = false;
        if (!runs(program, options)) {
          continue;
        }
        const Reached explored = reach(program, options);
        if (!explored.simulation.incomplete.empty()) {
          continue;
        }
        CAPTURE(text);
        for (std::uint64_t seed = 1; seed <= 40; ++seed) {
          TimedOptions timed;
          timed.machine = machine->name;
          timed.described = machine->kind;
          timed.hierarchy = Hierarchy::H2;
          timed.seed = seed;
          timed.table.lineBytes = lineBytes;
          timed.table.jitter = static_cast<std::uint32_t>(seed % 40);
          timed.table.drainAfter = timed.table.jitter + 1;
          for (LevelTiming& level : timed.table.levels) {
            level.ways = level.bytes == 0 ? 0 : 1 + static_cast<std::uint32_t>(seed % 2);
            level.bytes = level.ways * lineBytes;
          }
          const ProgramRun run = runTimed(*program, timed);
          REQUIRE(run.report.unfinished == "");
          CHECK(explored.outcomes().contains(run.outcome));
          ++finished;
        }
      }
    }
  }
  CHECK(finished > 1000);
}

}  // namespace example_machines_test
