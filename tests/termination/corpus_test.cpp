// Every test of litmus/progress: what its `terminates` lines expect, and the sizes of the states that the
// published tables have or that were counted by another program.

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <string>

#include "frontend/litmus.h"
#include "termination/progress_support.h"
#include "termination/termination.h"
#include "util/source.h"

using namespace hrfcheck;
using namespace hrfcheck::test;

namespace {

namespace fs = std::filesystem;

struct Sizes {
  std::size_t baseStates, baseEdges, states;
};

/// With "mutex-cas" and "handshake-both-ways" as in Sorensen et al. 2018, Figures 2b and 3b, and
/// "dining-philosophers" as in Sorensen et al. 2021, Table 3.
const std::map<std::string, Sizes> kSizes{{"mutex-cas", {8, 10, 12}},
                                          {"mutex-exchange", {8, 10, 12}},
                                          {"mutex-cas-3", {20, 36, 47}},
                                          {"mutex-exchange-3", {20, 36, 47}},
                                          {"handshake-both-ways", {7, 10, 7}},
                                          {"handshake-increasing", {3, 3, 5}},
                                          {"handshake-increasing-stores", {5, 6, 5}},
                                          {"handshake-decreasing", {3, 3, 5}},
                                          {"barrier-central-3", {15, 33, 15}},
                                          {"barrier-leader-3", {13, 30, 17}},
                                          {"barrier-last-releases-3", {17, 39, 17}},
                                          {"handshake-then-mutex", {12, 17, 16}},
                                          {"mutex-then-handshake", {12, 19, 17}},
                                          {"last-group-reduces", {39, 66, 39}},
                                          {"discovery-original-3", {496, 1026, 718}},
                                          {"discovery-original-barrier-3", {1870, 5130, 2311}},
                                          {"discovery-original-ring-3", {2968, 8214, 3514}},
                                          {"discovery-lobe-3", {226, 493, 400}},
                                          {"discovery-lobe-barrier-3", {712, 2000, 1032}},
                                          {"discovery-lobe-ring-3", {739, 2054, 1061}},
                                          {"discovery-lobe-barrier-2", {100, 187, 123}},
                                          {"discovery-lobe-ring-2", {100, 187, 123}},
                                          {"ticket-lock-3", {128, 300, 128}},
                                          {"scan-static-3", {13, 24, 32}},
                                          {"scan-ticket-3", {128, 300, 128}},
                                          {"dining-philosophers", {8, 8, 12}}};

std::map<std::string, std::shared_ptr<const Program>> corpus() {
  std::map<std::string, std::shared_ptr<const Program>> programs;
  for (const auto& entry : fs::directory_iterator(std::string(HRFCHECK_SOURCE_DIR) + "/litmus/progress")) {
    programs.emplace(entry.path().stem().string(), parseLitmus(readSource(entry.path().string())));
  }
  return programs;
}

}  // namespace

TEST_CASE("litmus/progress: every scheduler that a test names lets it end, or does not, as expected") {
  const auto programs = corpus();
  CHECK(programs.size() >= 42);
  for (const auto& [name, program] : programs) {
    INFO(name);
    CHECK(program->name == name);
    CHECK(program->warnings.empty());
    ProgressOptions options;
    std::set<std::string> asked;
    for (const ProgressExpectation& expectation : program->terminates) {
      options.schedulers.push_back(expectation.scheduler);
      asked.insert(textOf(expectation.scheduler, program->scopes.levels()));
    }
    for (const Scheduler scheduler : allSchedulers()) {
      CHECK_MESSAGE(asked.contains(nameOf(scheduler)), nameOf(scheduler));
    }
    const ProgressResult result = analyseProgress(program, options);
    CHECK(result.explored);
    for (std::size_t i = 0; i < result.verdicts.size(); ++i) {
      INFO(textOf(options.schedulers[i], program->scopes.levels()));
      CHECK((letterOf(result.verdicts[i]) == 'Y') == program->terminates[i].terminates);
    }
  }
}

TEST_CASE("litmus/progress: sizes") {
  const auto programs = corpus();
  for (const auto& [name, expected] : kSizes) {
    INFO(name);
    REQUIRE(programs.contains(name));
    const ProgressResult result = analyse(programs.at(name));
    CHECK(result.baseStates == expected.baseStates);
    CHECK(result.baseEdges == expected.baseEdges);
    CHECK(result.states == expected.states);
  }
}

TEST_CASE("litmus/progress: schedules of the paper's examples") {
  struct Example {
    const char* test;
    const char* schedule;
    const char* accepted;  ///< by unfair, hsa, obe, hsa+obe, lobe, weak
  };
  const auto programs = corpus();
  for (const Example& example : {Example{"mutex-cas", "1(0)", "YYNNNN"},
                                 {"mutex-cas", "0(1)", "YNNNNN"},
                                 {"handshake-both-ways", "0(0)", "YYYYYN"},
                                 {"handshake-both-ways", "1(1)", "YNYNNN"},
                                 {"handshake-increasing", "(1)", "YNYNNN"},
                                 {"discovery-lobe-barrier-3", "2,0,2(0,2)", "YYYYNN"},
                                 {"barrier-central-3", "0(0)", "YYYYYN"}}) {
    INFO(example.test, " ", example.schedule);
    ProgressOptions options;
    options.schedulers = everyScheduler();
    std::string letters;
    for (const Replay::Allowed& allowed :
         replaySchedule(programs.at(example.test), example.schedule, options).allowed) {
      letters += allowed.legal ? 'Y' : 'N';
    }
    CHECK(letters == example.accepted);
  }
}
