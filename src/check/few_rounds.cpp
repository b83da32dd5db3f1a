// Executions in which each loop runs at most once are executions of the test, whatever else there is; those
// that are cut at the bound show their races, too (docs/loops.md). So a race among them stands under every
// rule for leaving iterations out.

#include "check/few_rounds.h"

#include <algorithm>

#include "check/models/scope_of_model.h"
#include "check/prepare/preparation.h"
#include "engine/engine.h"
#include "program/flow/control_flow.h"

namespace hrfcheck::inline check {
namespace {

/// With fewer, all iterations take no longer.
constexpr std::ptrdiff_t kThreadsThatWait = 4;
/// Where no race is found among so many, most tests have none.
constexpr std::uint64_t kFewCandidates = 100;

bool mayWait(const Thread& thread) {
  for (std::uint32_t i = 0; i < thread.instructions.size(); ++i) {
    const std::optional<std::uint32_t> target = jumpTarget(thread.instructions[i].operation);
    if (target && *target <= i) {
      return true;
    }
  }
  return false;
}

CheckOptions firstRaceOnly(CheckOptions options) {
  options.firstRace = true;
  options.explain = false;
  options.analysis.outcomes = OutcomeSearch::None;
  options.analysis.candidateLimit = kFewCandidates;
  return options;
}

}  // namespace

std::optional<Verdict> raceInFewRounds(const std::shared_ptr<const Program>& program, const Model& model,
                                       const CheckOptions& options) try {
  if (!definesRaces(model) || std::ranges::count_if(program->threads, mayWait) < kThreadsThatWait) {
    return std::nullopt;
  }
  const PreparedTest few = Preparation(program, 1, Rules::Plain).of(model, options.analysis.deadline);
  Verdict verdict = checkProgram(*makeExplicitEngine(), few, firstRaceOnly(options));
  if (!verdict.racy) {
    return std::nullopt;
  }
  verdict.plain = false;
  verdict.notes.emplace_back("one iteration of each loop shows this race");
  return verdict;
} catch (const UserError&) {
  return std::nullopt;
} catch (const OutOfTime&) {
  return std::nullopt;
}

Verdict raceFoundBefore(Verdict race, const std::string& why) {
  race.analysis.undecided = why;
  race.incomplete = why;
  race.firstRaceAsked = false;
  return race;
}

}  // namespace hrfcheck::inline check
