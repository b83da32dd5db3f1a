#include "report/picture/shown_execution.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <vector>

#include "cat/model/undefining_checks.h"
#include "check/races/races.h"
#include "engine/incident_name.h"
#include "program/condition/condition.h"
#include "util/mapped.h"

namespace hrfcheck::inline report {
namespace {

/// Final states of which executions are looked at, so that a test with thousands of them is drawn at once.
constexpr std::size_t kMostStates = 16;

std::string nameIn(const Program& program, InstructionRef where) {
  return program.instructionName(where.thread, where.instruction);
}

std::string raceText(const Verdict& verdict, const Race& race) {
  return fmt::format("{} and {} race", nameIn(*verdict.program, race.first),
                     nameIn(*verdict.program, race.second));
}

bool hasCondition(const Program& program) {
  return !std::holds_alternative<TrueCondition>(program.condition->node);
}

/// `exists` and `~exists` ask about states that satisfy the condition, `forall` about those that do not.
bool isAskedAbout(const Program& program, const Outcome& outcome) {
  return outcome.satisfiesCondition != (program.quantifier == Quantifier::Forall);
}

/// An execution that ends as the condition asks about and shows one of the races.
std::optional<ShownExecution> racyAsAsked(const Verdict& verdict, const Model& model) {
  const auto check = std::ranges::find_if(model.checks, isRaceFlag);
  if (check == model.checks.end() || verdict.races.empty() || !hasCondition(*verdict.program)) {
    return std::nullopt;
  }
  std::vector<InstructionPair> pairs;
  for (const Race& race : verdict.races) {
    pairs.emplace_back(race.first, race.second);
  }
  const Execution first = verdict.races.front().witness.execution();
  Evaluator evaluator(model, *first.structure);
  std::size_t looked = 0;
  for (const Outcome& outcome : verdict.analysis.outcomes) {
    if (!isAskedAbout(*verdict.program, outcome) || ++looked > kMostStates) {
      continue;
    }
    Execution execution = outcome.witness.execution();
    const auto number = static_cast<std::size_t>(check - model.checks.begin());
    if (const auto seen = seenRace(evaluator, execution, number, pairs)) {
      return ShownExecution{std::move(execution), std::pair(seen->first, seen->second),
                            raceText(verdict, verdict.races[seen->pair])};
    }
  }
  return std::nullopt;
}

ConditionDistance distanceOf(const Program& program, const Outcome& outcome) {
  std::map<StateVariable, Value> values;
  for (std::size_t i = 0; i < program.observed.size(); ++i) {
    values.emplace(program.observed[i], outcome.values[i]);
  }
  return distanceFrom(*program.condition, [&](const StateVariable& v) { return values.at(v); });
}

/// One that ends as the condition asks about; else, of those as near to that, the one that executes most: a
/// branch not taken says less than one taken.
const Outcome& nearest(const Verdict& verdict) {
  const Program& program = *verdict.program;
  const std::vector<Outcome>& outcomes = verdict.analysis.outcomes;
  const auto asked =
      std::ranges::find_if(outcomes, [&](const Outcome& o) { return isAskedAbout(program, o); });
  if (asked != outcomes.end() || program.quantifier == Quantifier::Forall) {
    return asked != outcomes.end() ? *asked : outcomes.front();
  }
  auto near = mapped<std::pair<ConditionDistance, const Outcome*>>(
      outcomes, [&](const Outcome& outcome) { return std::pair(distanceOf(program, outcome), &outcome); });
  std::ranges::stable_sort(near, {}, [](const auto& entry) { return entry.first; });
  const auto isFarther = [&](const auto& entry) { return entry.first.wrong > near.front().first.wrong; };
  near.erase(std::ranges::find_if(near, isFarther), near.end());
  near.resize(std::min(near.size(), kMostStates));
  return *std::ranges::max_element(near, {}, [](const auto& entry) {
            return entry.second->witness.execution().happened.count();
          })->second;
}

/// What the shown execution has to do with the condition.
std::string conditionText(const Verdict& verdict, const Outcome& outcome) {
  const Program& program = *verdict.program;
  const bool forall = program.quantifier == Quantifier::Forall;
  std::string text;
  if (!hasCondition(program)) {
    text = "one of the final states";
  } else if (isAskedAbout(program, outcome)) {
    text = forall ? "violates the condition" : "satisfies the condition";
  } else if (verdict.observation == Observation::Undecided || verdict.observation == Observation::NotAsked) {
    text = forall ? "satisfies the condition" : "comes closest to the condition among the executions found";
  } else {
    text = forall ? "satisfies the condition, as all executions do"
                  : "no execution satisfies the condition; this one comes closest";
  }
  return verdict.racy || verdict.undefined ? fmt::format("{} (the test is {}: any final state is possible)",
                                                         text, verdict.racy ? "racy" : "undefined")
                                           : text;
}

/// The first that makes the test undefined, or the first of all.
const Incident* incidentOf(const Verdict& verdict, bool undefined) {
  const auto found = std::ranges::find_if(verdict.analysis.incidents, [&](const Incident& incident) {
    return !undefined || incident.kind != IncidentKind::BoundReached;
  });
  return found == verdict.analysis.incidents.end() ? nullptr : &*found;
}

ShownExecution shown(const Verdict& verdict, const Incident& incident) {
  return {incident.witness.execution(), std::nullopt,
          fmt::format("{} at {}", nameOf(incident.kind), nameIn(*verdict.program, incident.where))};
}

}  // namespace

std::optional<ShownExecution> racyExecution(const Verdict& verdict) {
  if (verdict.races.empty()) {
    return std::nullopt;
  }
  const Race& race = verdict.races.front();
  if (!race.explained) {
    return ShownExecution{race.witness.execution(), std::nullopt, raceText(verdict, race)};
  }
  return ShownExecution{race.witness.execution(), std::pair(race.firstEvent, race.secondEvent),
                        raceText(verdict, race)};
}

std::optional<ShownExecution> shownExecution(const Verdict& verdict, const Model& model) {
  if (auto asked = racyAsAsked(verdict, model)) {
    return asked;
  }
  if (auto racy = racyExecution(verdict)) {
    return racy;
  }
  if (const Incident* incident = incidentOf(verdict, true); incident != nullptr && verdict.undefined) {
    return shown(verdict, *incident);
  }
  if (!verdict.analysis.outcomes.empty()) {
    const Outcome& outcome = nearest(verdict);
    return ShownExecution{outcome.witness.execution(), std::nullopt, conditionText(verdict, outcome)};
  }
  const Incident* incident = incidentOf(verdict, false);
  return incident == nullptr ? std::nullopt : std::optional(shown(verdict, *incident));
}

}  // namespace hrfcheck::inline report
