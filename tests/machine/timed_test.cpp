#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>

#include "frontend/test_file.h"
#include "machine/memory_steps.h"
#include "machine/timed/run.h"
#include "machine/timed/timed_state.h"
#include "machine_support.h"
#include "programs.h"

namespace timed_test {

using namespace hrfcheck;
using namespace hrfcheck::test;

namespace {

/// Runs of each test on each machine. HRFCHECK_RUN_SEEDS=10000 is the long check of docs/price.md.
std::uint64_t seedsPerTest() {
  const char* const wanted = std::getenv("HRFCHECK_RUN_SEEDS");
  return wanted != nullptr ? std::strtoull(wanted, nullptr, 10) : 60;
}

/// A table with which much happens: lines drain early, everything takes a while and some of it at random.
LatencyTable restless(std::uint32_t lineBytes, std::uint32_t jitter) {
  LatencyTable table = LatencyTable::ofPaper();
  table.lineBytes = lineBytes;
  table.jitter = jitter;
  table.drainAfter = jitter + 1;
  for (LevelTiming& level : table.levels) {  // room for a line or two
    level.ways = level.bytes == 0 ? 0 : 1 + jitter % 2;
    level.bytes = level.ways * lineBytes;
  }
  return table;
}

struct Choice {
  Setting setting;
  std::uint32_t lineBytes;
};

/// Lines of one word: nothing is filled that nobody asked for. Longer ones: neighbours are, as `full` allows.
std::vector<Choice> choices() {
  std::vector<Choice> all;
  for (const MachineInfo& machine : machines()) {
    all.push_back({{machine.name, Environment::Evict}, 4});
    all.push_back({{machine.name, Environment::Full}, 64});
  }
  for (const char* rule :
       {"inv-after-access", "acc-star", "blocking-release", "rm-acq-flush-own", "rm-ar-flush-own",
        "rm-inv-after-acks", "rm-rel-as-rm-ar", "rm-acq-stall", "rm-ar-stall", "stall-on-entry",
        "stall-per-requester", "keep-dirty", "kill-fill"}) {
    all.push_back({{"rsp-fix", Environment::Evict, Hierarchy::H2, {rule}}, 4});
  }
  all.push_back({{"rsp-fix", Environment::Evict, Hierarchy::H2, {}, {"flush-dirty"}}, 4});
  all.push_back({{"rsp-fix", Environment::Evict, Hierarchy::H3, {}, {"flush-dirty"}}, 4});
  all.push_back({{"rsp-lit", Environment::Full, Hierarchy::H3, {}, {"flush-dirty"}}, 64});
  all.push_back({{"rsp-lit", Environment::Evict, Hierarchy::H2, {}, {"flush-dirty"}}, 4});
  all.push_back({{"rsp-lit-drop", Environment::Evict, Hierarchy::H3}, 4});
  all.push_back({{"qr", Environment::Evict, Hierarchy::H5}, 4});
  all.push_back({{"rsp-fix", Environment::Full, Hierarchy::H3}, 64});
  all.push_back({{"rsp-lit", Environment::Full, Hierarchy::H3}, 4});
  return all;
}

bool runs(const std::shared_ptr<const Program>& program, const Setting& setting) {
  try {
    Simulator(program, setting.options());
    return true;
  } catch (const UserError&) {
    return false;
  }
}

TimedOptions optionsOf(const Choice& choice, std::uint64_t seed) {
  TimedOptions options;
  options.machine = choice.setting.machine;
  options.without = choice.setting.without;
  options.with = choice.setting.with;
  options.hierarchy = choice.setting.hierarchy;
  options.table = restless(choice.lineBytes, static_cast<std::uint32_t>(seed % 4 == 0 ? 60 : seed % 40));
  options.seed = seed;
  return options;
}

}  // namespace

TEST_CASE("Every final state of a timed run is one that the exploration reaches") {
  std::size_t finished = 0, seen = 0, reachable = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(std::string(HRFCHECK_SOURCE_DIR) + "/litmus/machines")) {
    if (entry.path().extension() != ".litmus") {
      continue;
    }
    CAPTURE(entry.path().string());
    const std::shared_ptr<const Program> program = readTestFile(entry.path().string());
    for (const Choice& choice : choices()) {
      CAPTURE(choice.setting.machine);
      if (!runs(program, choice.setting)) {
        continue;
      }
      const Reached reached = reach(program, choice.setting.options());
      REQUIRE(reached.simulation.incomplete == "");
      const std::set<std::vector<Value>> explored = reached.outcomes();
      std::set<std::vector<Value>> timed;
      for (std::uint64_t seed = 1; seed <= seedsPerTest(); ++seed) {
        const ProgramRun run = runTimed(*program, optionsOf(choice, seed));
        if (run.report.unfinished.empty()) {
          timed.insert(run.outcome);
          ++finished;
        } else {
          CAPTURE(seed);
          CHECK(run.report.unfinished == "deadlock");
          CHECK(reached.simulation.deadlock);
        }
      }
      CAPTURE(choice.setting.without.empty() ? "" : choice.setting.without.front());
      CHECK(contains(explored, timed));
      seen += timed.size();
      reachable += explored.size();
    }
  }
  CHECK(finished > 1000);
  MESSAGE("timed runs end in " << seen << " of " << reachable << " final states");
  CHECK(seen * 2 > reachable);  // the runs differ, or nothing would be compared
}

TEST_CASE("A run is the same for the same seed") {
  const std::shared_ptr<const Program> program = programOf(kThreeAdds);
  const Choice choice{{"rsp-fix"}, 64};
  const ProgramRun once = runTimed(*program, optionsOf(choice, 5));
  const ProgramRun again = runTimed(*program, optionsOf(choice, 5));
  CHECK(once.outcome == again.outcome);
  CHECK(once.report.cycles == again.report.cycles);
}

TEST_CASE("A lock of a line knows its holder among any number of work-items") {
  // Work-item 255 holds the line: its number and 1 does not fit in a byte.
  const MemoryTree tree(
      ScopeTree({"wi", "wg", "sys"}, std::vector<std::vector<std::uint32_t>>(300, {0, 0, 0})),
      {{}, "memory"});
  const RuleSet rules;
  const MemorySteps steps(tree, rules);
  TimedState state(tree, {}, {0}, 300);
  state.setLock(tree.root(), 0, 256);
  CHECK(steps.lockedByOther(state, 7, tree.root(), 0));
  CHECK_FALSE(steps.lockedByOther(state, 255, tree.root(), 0));
}

}  // namespace timed_test
