// Dartagnan's PTX and Vulkan tests with every thread a lane of one wavefront: "if (lane is P0) ... else ...".
// What progress says of them, against the reference. The tests are no part of the sources; without them this
// is skipped.

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>

#include "frontend/litmus.h"
#include "simt/reference.h"
#include "termination/system/simt.h"
#include "termination/termination.h"

namespace hrfcheck::test {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostOutsideStates = 20'000;

std::vector<fs::path> outsideFiles() {
  const char* named = std::getenv("HRFCHECK_CORPORA");
  const fs::path corpora =
      named != nullptr ? fs::path(named) : fs::path(HRFCHECK_SOURCE_DIR).parent_path() / "shared/corpora";
  std::vector<fs::path> tests;
  for (const char* family : {"PTX", "VULKAN"}) {
    const fs::path folder = corpora / "dat3m" / family;
    if (!fs::exists(folder)) {
      continue;
    }
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
      if (entry.path().extension() == ".litmus") {
        tests.push_back(entry.path());
      }
    }
  }
  std::ranges::sort(tests);
  return tests;
}

ProgressResult progressOf(const std::shared_ptr<const Program>& program, const SimtOptions& simt) {
  const SimtSetup setup = simtSetup(program, simt);
  ProgressOptions options;
  options.schedulers = {{.strong = false, .scheduler = Scheduler::Weak, .levels = {}}};
  options.agents = setup.agents;
  options.rules = setup.rules;
  options.simt = simt.mode;
  return analyseProgress(setup.program, options);
}

/// Those that the filter of the test lets pass, of which the reference knows nothing.
std::set<std::vector<Value>> filtered(const Program& program, const std::set<std::vector<Value>>& states) {
  const std::vector<StateVariable> variables = finalVariablesByName(program);
  std::set<std::vector<Value>> result;
  for (const std::vector<Value>& values : states) {
    const auto valueOf = [&](const StateVariable& variable) {
      return values[static_cast<std::size_t>(std::ranges::find(variables, variable) - variables.begin())];
    };
    if (!program.filter || holds(*program.filter, valueOf)) {
      result.insert(values);
    }
  }
  return result;
}

std::set<std::vector<Value>> finalStatesOf(const ProgressResult& result) {
  return {result.finalStates.begin(), result.finalStates.end()};
}

/// "ends", "hangs as threads" or, of those that hang as lanes only, why and whether in every run.
std::string outcomeOf(const ProgressResult& threads, const ProgressResult& lanes) {
  const auto ends = [](const ProgressResult& result) {
    return result.verdicts.front().answer == ProgressAnswer::Terminates;
  };
  if (!ends(threads)) {
    return ends(lanes) ? "hangs as threads, ends as lanes" : "hangs as threads, too";
  }
  if (ends(lanes)) {
    return "ends";
  }
  const auto simd = std::ranges::find(lanes.causes, CauseKind::SimtDeadlock, &Cause::kind);
  if (simd == lanes.causes.end()) {
    return "hangs only as lanes, no SIMD deadlock";
  }
  return simd->must ? "SIMD deadlock, in every run" : "SIMD deadlock, in some runs";
}

bool hasBarriers(const Program& program) {
  return std::ranges::any_of(program.threads, [](const Thread& thread) {
    return std::ranges::any_of(thread.instructions, [](const Instruction& instruction) {
      return std::holds_alternative<BarrierOp>(instruction.operation);
    });
  });
}

/// How many tests of each dialect come out how.
using Table = std::map<std::string, std::map<std::string, unsigned>>;

}  // namespace

TEST_CASE("outside tests in one wavefront: what progress says is what the reference says") {
  const std::vector<fs::path> tests = outsideFiles();
  if (tests.empty()) {
    MESSAGE("skipped: no corpora beside the sources, and HRFCHECK_CORPORA is not set");
    return;
  }
  Table table;
  for (const fs::path& file : tests) {
    INFO(file.string());
    const auto program = parseLitmus(readSource(file.string()));
    const ProgressResult threads = progressOf(program, {.mode = SimtMode::None});
    const SimtOptions together{.mode = SimtMode::Stack, .sameWavefront = true};
    const ProgressResult lanes = progressOf(program, together);
    CHECK(lanes.agents == 1);
    CHECK(lanes.explored);
    const std::string outcome = outcomeOf(threads, lanes);
    ++table[program->dialect][outcome];
    const ReferenceResult expected =
        referenceOf(*simtSetup(program, together).program, {.mostStates = kMostOutsideStates});
    REQUIRE(expected.complete);
    CHECK((lanes.verdicts.front().answer == ProgressAnswer::Terminates) == expected.terminates);
    CHECK(lanes.stuck == expected.stuck);
    CHECK(finalStatesOf(lanes) == filtered(*program, expected.finalStates));
    // What lanes do, threads may do, too: but for a wavefront that comes to a barrier with some lanes only.
    CHECK((hasBarriers(*program) || std::ranges::includes(finalStatesOf(threads), finalStatesOf(lanes))));
    // Who hangs only as a lane waits for somebody who is masked off.
    CHECK((!outcome.starts_with("SIMD deadlock") || expected.lanesMaskedOff));
  }
  CHECK(table == Table{{"PTX",
                        {{"SIMD deadlock, in every run", 7},
                         {"SIMD deadlock, in some runs", 32},
                         {"ends", 118},
                         {"hangs as threads, ends as lanes", 2},
                         {"hangs as threads, too", 1}}},
                       {"VULKAN",
                        {{"SIMD deadlock, in every run", 43},
                         {"SIMD deadlock, in some runs", 101},
                         {"ends", 144},
                         {"hangs as threads, ends as lanes", 49},
                         {"hangs as threads, too", 35}}}});
}

}  // namespace hrfcheck::test
