#include "batch/worker/row_picture.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/incident_name.h"
#include "report/picture/execution_dot.h"

namespace hrfcheck {
namespace {

std::string nameIn(const Program& program, InstructionRef where) {
  return program.instructionName(where.thread, where.instruction);
}

}  // namespace

std::string rowPicture(const Verdict& verdict) {
  const Program& program = *verdict.program;
  // Without the model's name, so that models with the same execution share a picture.
  const std::string& about = program.name;
  if (!verdict.races.empty()) {
    const Race& race = verdict.races.front();
    const std::string pair =
        fmt::format("{} and {} race", nameIn(program, race.first), nameIn(program, race.second));
    return executionDot(race.witness, {std::pair(race.firstEvent, race.secondEvent), about + ": " + pair});
  }
  const std::vector<Outcome>& outcomes = verdict.analysis.outcomes;
  if (!outcomes.empty()) {
    const auto good = std::ranges::find_if(outcomes, &Outcome::satisfiesCondition);
    const bool satisfied = good != outcomes.end();
    const Outcome& shown = satisfied ? *good : outcomes.front();
    const char* what = satisfied ? ": satisfies the condition" : ": does not satisfy the condition";
    return executionDot(shown.witness.execution(), {std::nullopt, about + what});
  }
  if (!verdict.analysis.incidents.empty()) {
    const Incident& incident = verdict.analysis.incidents.front();
    const std::string what =
        fmt::format(": {} at {}", nameOf(incident.kind), nameIn(program, incident.where));
    return executionDot(incident.witness.execution(), {std::nullopt, about + what});
  }
  return "";
}

}  // namespace hrfcheck
