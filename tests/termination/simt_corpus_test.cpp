// Every test of litmus/simt: what its `terminates` lines expect, how many states there are, why it gets
// stuck, what is warned of, and whether its condition holds over the runs that end.
//
// Listings 1 to 3, 7 to 9 and 11 to 13 and Needleman-Wunsch on 2x2 grids have the numbers of states that
// another program counted (docs/simt.md, "The paper's programs").

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <filesystem>
#include <set>

#include "frontend/litmus.h"
#include "termination/progress_support.h"
#include "termination/system/simt.h"

using namespace hrfcheck;
using namespace hrfcheck::test;

namespace {

namespace fs = std::filesystem;

struct Row {
  const char* test;
  SimtMode simt;
  std::size_t states;    ///< without who has executed
  const char* causes;    ///< of being stuck
  const char* findings;  ///< their kinds
  bool condition;        ///< holds over the final states
};

const std::vector<Row> kRows{
    {"alias-at-barrier", SimtMode::Its, 5, "alias at a barrier, must", "", false},
    {"alias-at-barrier", SimtMode::Stack, 5, "alias at a barrier, must", "", false},
    {"alias-lock-unlooked", SimtMode::Its, 16, "", "alias-release free-release lost-lock non-owner", true},
    {"alias-lock-unlooked", SimtMode::Stack, 16, "", "alias-release free-release lost-lock non-owner", true},
    {"alias-self-1023", SimtMode::Its, 5, "", "", true},
    {"alias-self-1023", SimtMode::None, 5, "", "", true},
    {"alias-self-1023", SimtMode::Stack, 5, "", "", true},
    {"alias-self-1024", SimtMode::Its, 2, "alias, self, must", "", false},
    {"alias-self-1024", SimtMode::None, 2, "alias, self, must", "", false},
    {"alias-self-1024", SimtMode::Stack, 2, "alias, self, must", "", false},
    {"barrier-in-conditional", SimtMode::Its, 7, "", "", true},
    {"barrier-in-conditional", SimtMode::Stack, 7, "", "bar-divergence", true},
    {"listing01-atomic-add", SimtMode::Its, 20, "", "", true},
    {"listing01-atomic-add", SimtMode::Stack, 28, "", "", true},
    {"listing02-one-wavefront", SimtMode::Its, 16, "", "", true},
    {"listing02-one-wavefront", SimtMode::Stack, 5, "SIMD deadlock, must", "", true},
    {"listing02-two-wavefronts", SimtMode::Its, 16, "", "", true},
    {"listing02-two-wavefronts", SimtMode::Stack, 16, "", "", true},
    {"listing03-as-printed", SimtMode::Its, 31, "value never written, must", "", true},
    {"listing03-as-printed", SimtMode::Stack, 31, "value never written, must", "", true},
    {"listing03-corrected", SimtMode::Its, 40, "", "", true},
    {"listing03-corrected", SimtMode::Stack, 40, "", "", true},
    {"listing03-one-wavefront", SimtMode::Its, 40, "", "", true},
    {"listing03-one-wavefront", SimtMode::Stack, 13, "SIMD deadlock, must", "", true},
    {"listing04-unlock-with-data", SimtMode::Its, 12, "", "", true},
    {"listing04-unlock-with-data", SimtMode::Stack, 12, "", "", true},
    {"listing04-unlock-with-rz", SimtMode::Its, 16, "", "clobber", false},
    {"listing04-unlock-with-rz", SimtMode::Stack, 16, "", "clobber", false},
    {"listing05-no-barrier", SimtMode::Its, 13, "", "", true},
    {"listing05-no-barrier", SimtMode::Stack, 13, "", "", true},
    {"listing05-one-wavefront", SimtMode::Its, 11, "", "", true},
    {"listing05-one-wavefront", SimtMode::Stack, 10, "SIMD deadlock, may", "", true},
    {"listing05-predicated-consumer-first", SimtMode::Its, 14, "", "", true},
    {"listing05-predicated-consumer-first", SimtMode::Stack, 4, "SIMD deadlock, must", "", true},
    {"listing05-predicated-producer-first", SimtMode::Its, 14, "", "", true},
    {"listing05-predicated-producer-first", SimtMode::Stack, 8, "", "", true},
    {"listing05-two-wavefronts", SimtMode::Its, 11, "", "", true},
    {"listing05-two-wavefronts", SimtMode::Stack, 11, "", "", true},
    {"listing06-one-wavefront", SimtMode::Its, 9, "", "", true},
    {"listing06-one-wavefront", SimtMode::Stack, 8, "SIMD deadlock, may", "", true},
    {"listing06-predicated-consumer-first", SimtMode::Its, 11, "", "", true},
    {"listing06-predicated-consumer-first", SimtMode::Stack, 4, "SIMD deadlock, must", "", true},
    {"listing06-predicated-producer-first", SimtMode::Its, 11, "", "", true},
    {"listing06-predicated-producer-first", SimtMode::Stack, 6, "", "", true},
    {"listing06-two-wavefronts", SimtMode::Its, 9, "", "", true},
    {"listing06-two-wavefronts", SimtMode::Stack, 9, "", "", true},
    {"listing07-critical-section", SimtMode::Its, 16, "", "", true},
    {"listing07-critical-section", SimtMode::Stack, 18, "", "", true},
    {"listing08-critical-section", SimtMode::Its, 20, "", "", true},
    {"listing08-critical-section", SimtMode::Stack, 30, "", "", true},
    {"listing08-three-lanes", SimtMode::Its, 20, "", "", true},
    {"listing08-three-lanes", SimtMode::Stack, 35, "", "", true},
    {"listing09-every-lane-releases", SimtMode::Stack, 3814, "", "free-release mutual-exclusion non-owner",
     false},
    {"listing09-no-vote", SimtMode::Stack, 25, "SIMD deadlock, must", "", true},
    {"listing09-warp-lock", SimtMode::Its, 713, "", "mutual-exclusion non-owner", false},
    {"listing09-warp-lock", SimtMode::Stack, 136, "", "non-owner", true},
    {"listing10-serial", SimtMode::Its, 13, "", "", true},
    {"listing10-serial", SimtMode::Stack, 13, "", "", true},
    {"listing11-guarded", SimtMode::Its, 144, "", "", true},
    {"listing11-guarded", SimtMode::Stack, 66, "", "", true},
    {"listing12-named-barriers", SimtMode::Its, 331, "", "", true},
    {"listing12-named-barriers", SimtMode::Stack, 53, "", "", true},
    {"listing12-wrong-count", SimtMode::Its, 256, "barrier deadlock, must", "", false},
    {"listing12-wrong-count", SimtMode::Stack, 32, "barrier deadlock, must", "", false},
    {"listing13-tiny-locks", SimtMode::Its, 105, "", "", true},
    {"listing13-tiny-locks", SimtMode::Stack, 51, "", "", true},
    {"lock-across-barrier", SimtMode::Its, 5, "lock across a barrier, must", "", false},
    {"lock-across-barrier", SimtMode::Stack, 5, "lock across a barrier, must", "", false},
    {"lock-order", SimtMode::Its, 19, "lock-order deadlock, may", "", true},
    {"lock-order", SimtMode::Stack, 19, "lock-order deadlock, may", "", true},
    {"lock-order-alias", SimtMode::Its, 19, "lock-order deadlock, may", "", true},
    {"lock-order-alias", SimtMode::Stack, 19, "lock-order deadlock, may", "", true},
    {"nw-atomics-2x2", SimtMode::Its, 830, "", "", true},
    {"nw-atomics-2x2", SimtMode::Stack, 487, "", "", true},
    {"nw-atomics-3x3", SimtMode::Its, 204546, "", "", true},
    {"nw-atomics-3x3", SimtMode::Stack, 82795, "", "", true},
    {"nw-private-channels-2x2", SimtMode::Its, 1948, "", "", true},
    {"nw-private-channels-2x2", SimtMode::Stack, 372, "", "", true},
    {"nw-tiny-locks-2x2", SimtMode::Its, 1392, "", "free-release", true},
    {"nw-tiny-locks-2x2", SimtMode::Stack, 364, "", "free-release", true},
    {"nw-tiny-locks-3x3", SimtMode::Stack, 81484, "", "free-release non-owner", true},
    {"nw-tiny-locks-corrected-2x2", SimtMode::Its, 901, "", "", true},
    {"nw-tiny-locks-corrected-2x2", SimtMode::Stack, 280, "", "", true},
    {"nw-tiny-locks-corrected-3x3", SimtMode::Stack, 47707, "", "", true},
    {"nw-tiny-locks-no-barrier-2x2", SimtMode::Its, 42956, "",
     "free-release lost-lock mutual-exclusion non-owner", false},
    {"nw-tiny-locks-no-barrier-2x2", SimtMode::Stack, 1905, "",
     "free-release lost-lock mutual-exclusion non-owner", false},
    {"nw-waitlocks-2x2", SimtMode::Its, 164, "", "", true},
    {"nw-waitlocks-2x2", SimtMode::Stack, 40, "SIMD deadlock, must", "", true},
    {"nw-waitlocks-2x2-lane", SimtMode::Stack, 164, "", "", true},
    {"nw-waitlocks-3x3", SimtMode::Its, 20857, "", "", true},
    {"nw-waitlocks-3x3", SimtMode::Stack, 1728, "SIMD deadlock, must", "", true},
    {"nw-waitlocks-3x3-lane", SimtMode::Stack, 20857, "", "", true},
    {"relock", SimtMode::Its, 2, "relock, must", "", false},
    {"relock", SimtMode::Stack, 2, "relock, must", "", false},
};

std::shared_ptr<const Program> programIn(const std::string& test) {
  return parseLitmus(readSource(std::string(HRFCHECK_SOURCE_DIR) + "/litmus/simt/" + test + ".litmus"));
}

const char* nameOf(CauseKind kind) {
  switch (kind) {
    case CauseKind::SelfAlias:
      return "alias, self";
    case CauseKind::Relock:
      return "relock";
    case CauseKind::SimtDeadlock:
      return "SIMD deadlock";
    case CauseKind::AliasAtBarrier:
      return "alias at a barrier";
    case CauseKind::LockAcrossBarrier:
      return "lock across a barrier";
    case CauseKind::LockOrder:
      return "lock-order deadlock";
    case CauseKind::BarrierDeadlock:
      return "barrier deadlock";
    case CauseKind::VoteDeadlock:
      return "vote deadlock";
    case CauseKind::AbandonedLock:
      return "abandoned lock";
    case CauseKind::WriteBehindBarrier:
      return "write behind a barrier";
    case CauseKind::NeverWritten:
      return "value never written";
  }
  return "";
}

std::string causesOf(const ProgressResult& result) {
  std::string text;
  for (const Cause& cause : result.causes) {
    text +=
        fmt::format("{}{}, {}", text.empty() ? "" : "; ", nameOf(cause.kind), cause.must ? "must" : "may");
  }
  return text;
}

std::string findingsOf(const ProgressResult& result) {
  std::set<std::string> kinds;
  for (const Finding& finding : result.findings) {
    CHECK(!finding.trace.empty());
    CHECK(finding.trace.back().instruction == finding.instruction);
    kinds.insert(nameIn(kFindingNames, finding.kind));
  }
  std::string text;
  for (const std::string& kind : kinds) {
    text += (text.empty() ? "" : " ") + kind;
  }
  return text;
}

}  // namespace

TEST_CASE("litmus/simt: answers, states, causes, warnings, conditions") {
  std::set<std::pair<std::string, SimtMode>> pinned;
  for (const Row& row : kRows) {
    INFO(row.test, " ", nameIn(kSimtModeNames, row.simt));
    pinned.emplace(row.test, row.simt);
    SimtOptions simt;
    simt.mode = row.simt;
    const SimtSetup setup = simtSetup(programIn(row.test), simt);
    ProgressOptions options;
    std::vector<bool> expected;
    for (const ProgressExpectation& expectation : setup.program->terminates) {
      if (expectation.simt == row.simt) {
        options.schedulers.push_back(expectation.scheduler);
        expected.push_back(expectation.terminates);
      }
    }
    CHECK(!expected.empty());
    options.agents = setup.agents;
    options.rules = setup.rules;
    const ProgressResult result = analyseProgress(setup.program, options);
    for (std::size_t i = 0; i < expected.size(); ++i) {
      CHECK((letterOf(result.verdicts[i]) == 'Y') == expected[i]);
    }
    CHECK(result.explored);
    CHECK(result.baseStates == row.states);
    CHECK(causesOf(result) == row.causes);
    CHECK(findingsOf(result) == row.findings);
    CHECK(result.conditionHolds == row.condition);
  }
  for (const auto& entry : fs::directory_iterator(std::string(HRFCHECK_SOURCE_DIR) + "/litmus/simt")) {
    if (entry.is_directory()) {
      continue;  // what memory models answer
    }
    const std::string test = entry.path().stem().string();
    const auto program = programIn(test);
    CHECK(program->name == "simt-" + test);
    for (const ProgressExpectation& expectation : program->terminates) {
      INFO(test, " ", nameIn(kSimtModeNames, expectation.simt));
      CHECK(pinned.contains({test, expectation.simt}));
    }
  }
}
