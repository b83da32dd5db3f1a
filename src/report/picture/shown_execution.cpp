#include "report/picture/shown_execution.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/incident_name.h"

namespace hrfcheck {
namespace {

std::string nameIn(const Program& program, InstructionRef where) {
  return program.instructionName(where.thread, where.instruction);
}

}  // namespace

std::optional<ShownExecution> racyExecution(const Verdict& verdict) {
  if (verdict.races.empty()) {
    return std::nullopt;
  }
  const Race& race = verdict.races.front();
  return ShownExecution{race.witness, std::pair(race.firstEvent, race.secondEvent),
                        fmt::format("{} and {} race", nameIn(*verdict.program, race.first),
                                    nameIn(*verdict.program, race.second))};
}

std::optional<ShownExecution> shownExecution(const Verdict& verdict) {
  if (auto racy = racyExecution(verdict)) {
    return racy;
  }
  const std::vector<Outcome>& outcomes = verdict.analysis.outcomes;
  if (!outcomes.empty()) {
    const auto good = std::ranges::find_if(outcomes, &Outcome::satisfiesCondition);
    const bool satisfied = good != outcomes.end();
    return ShownExecution{(satisfied ? *good : outcomes.front()).witness.execution(), std::nullopt,
                          satisfied ? "satisfies the condition" : "does not satisfy the condition"};
  }
  if (!verdict.analysis.incidents.empty()) {
    const Incident& incident = verdict.analysis.incidents.front();
    return ShownExecution{
        incident.witness.execution(), std::nullopt,
        fmt::format("{} at {}", nameOf(incident.kind), nameIn(*verdict.program, incident.where))};
  }
  return std::nullopt;
}

}  // namespace hrfcheck
