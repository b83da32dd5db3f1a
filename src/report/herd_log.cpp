#include "report/herd_log.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "report/text_report.h"
#include "util/invariant.h"

namespace hrfcheck {
namespace {

const char* kindText(Quantifier quantifier) {
  switch (quantifier) {
    case Quantifier::Exists:
      return "Allowed";
    case Quantifier::NotExists:
      return "Forbidden";
    case Quantifier::Forall:
      return "Required";
  }
  return "";
}

std::string stateLine(const Program& program, const Outcome& outcome) {
  std::string line;
  for (std::size_t i = 0; i < outcome.values.size(); ++i) {
    const StateVariable& v = program.observed[i];
    const std::string name = v.isRegister() ? program.nameOf(v) : "[" + program.nameOf(v) + "]";
    line += fmt::format("{}{}={};", i == 0 ? "" : " ", name, program.valueText(outcome.values[i]));
  }
  return line;
}

/// Executions that satisfy the condition and that do not, or states where executions are not counted.
std::pair<std::uint64_t, std::uint64_t> countsOf(const Analysis& analysis) {
  if (analysis.executionCounts) {
    return *analysis.executionCounts;
  }
  std::pair<std::uint64_t, std::uint64_t> counts{0, 0};
  for (const Outcome& outcome : analysis.outcomes) {
    ++(outcome.satisfiesCondition ? counts.first : counts.second);
  }
  return counts;
}

std::string resultLine(const Verdict& verdict) {
  const auto& incidents = verdict.analysis.incidents;
  const bool cut = std::any_of(incidents.begin(), incidents.end(),
                               [](const Incident& i) { return i.kind == IncidentKind::BoundReached; });
  const bool bad = std::any_of(verdict.flags.begin(), verdict.flags.end(),
                               [](const NamedFlag& f) { return f.undefinedUnless; });
  if (verdict.analysis.undecided && !verdict.conditionHolds) {
    return fmt::format("Undecided ({})", *verdict.analysis.undecided);
  }
  // As in herd, a cut loop answers for what was unrolled, and the line says so.
  const Quantifier quantifier = verdict.program->quantifier;
  const bool holds = verdict.conditionHolds.value_or(quantifier != Quantifier::Exists);
  return fmt::format("{}{}", cut ? "Loop " : "", bad ? "Undef" : holds ? "Ok" : "No");
}

}  // namespace

std::string herdLog(const Verdict& verdict, double seconds) {
  INVARIANT(verdict.outcomesAsked == OutcomeSearch::All && verdict.raceStatus != RaceStatus::NotAsked,
            "a log lists every final state and every flag");
  const Program& program = *verdict.program;
  const auto [positive, negative] = countsOf(verdict.analysis);
  const bool swap = program.quantifier == Quantifier::NotExists;
  std::string log = fmt::format("Test {} {}\nStates {}\n", program.name, kindText(program.quantifier),
                                verdict.analysis.outcomes.size());
  for (const Outcome& outcome : verdict.analysis.outcomes) {
    log += stateLine(program, outcome) + "\n";
  }
  log += resultLine(verdict) + "\nWitnesses\n";
  log += fmt::format("Positive: {} Negative: {}\n", swap ? negative : positive, swap ? positive : negative);
  for (const NamedFlag& flag : verdict.flags) {
    log += fmt::format("Flag {}\n", flag.name);
  }
  std::vector<const Race*> races;
  for (const Race& race : verdict.races) {
    races.push_back(&race);
  }
  std::sort(races.begin(), races.end(), [](const Race* a, const Race* b) {
    return std::pair(a->first, a->second) < std::pair(b->first, b->second);
  });
  for (const Race* race : races) {
    log += fmt::format("Race {} {}\n", program.instructionName(race->first.thread, race->first.instruction),
                       program.instructionName(race->second.thread, race->second.instruction));
  }
  log += fmt::format("Condition {}\n", conditionText(program));
  log += fmt::format("Observation {} {} {} {}\n", program.name, verdict.observation, positive, negative);
  log += fmt::format("Time {} {:.2f}\nHash={}\n\n", program.name, seconds, programHash(program));
  return log;
}

}  // namespace hrfcheck
