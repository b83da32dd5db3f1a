#include "check/not_said.h"

#include <fmt/format.h>

#include <algorithm>

#include "check/notes.h"
#include "check/races/faults.h"
#include "program/condition/condition.h"
#include "program/expr/further_operators.h"
#include "program/structure/undef_taint.h"

namespace hrfcheck::inline check {
namespace {

bool wantsFalse(const Program& program) {
  return program.quantifier == Quantifier::Forall;
}

/// The first variable that the condition speaks of and that no number of this state settles it by. Nothing
/// is known of what is computed of unknown contents; a content itself may be any number.
std::optional<StateVariable> unsettled(const Outcome& outcome, const Program& program,
                                       const std::vector<StateVariable>& asked) {
  const Execution execution = outcome.witness.execution();
  const bool finds = outcome.satisfiesCondition != wantsFalse(program);
  for (const StateVariable& v : asked) {
    const Value value = execution.finalValue(v);
    const bool settled =
        value == kUnknown && finds && settledByUnknown(*program.condition, wantsFalse(program), v);
    if (isUnknown(value) && !settled) {
      return v;
    }
  }
  return std::nullopt;
}

std::string openContent(const Program& program, const StateVariable& v) {
  return fmt::format("what '{}' holds depends on unspecified values", program.nameOf(v));
}

/// A variable that the condition speaks of, and that may hold what nothing says in states that were not
/// found.
std::optional<StateVariable> openVariable(const Program& program, const std::vector<StateVariable>& asked,
                                          const std::set<LocationId>& unknown) {
  const auto open = std::ranges::find_if(asked, [&](const StateVariable& v) {
    const bool may = v.isRegister() ? !unknown.empty() : unknown.contains(v.location);
    return may && !settledByUnknown(*program.condition, wantsFalse(program), v);
  });
  return open == asked.end() ? std::nullopt : std::optional(*open);
}

}  // namespace

NotSaid setAsideWhatNothingSays(Analysis& analysis, const EventStructure& structure) {
  const Program& program = structure.program();
  NotSaid open;
  std::erase_if(analysis.incidents, [&](const Incident& incident) {
    if (incident.kind != IncidentKind::Fault) {
      return false;
    }
    const std::optional<std::string> why = whyNotKnown(incident, structure);
    open.everything = open.everything ? open.everything : why;
    return why.has_value();
  });
  const std::vector<StateVariable> asked = variablesOf(*program.condition);
  const std::set<LocationId> unknown = asked.empty() ? std::set<LocationId>{} : mayHoldUnknown(structure);
  if (unknown.empty()) {
    return open;
  }
  std::optional<StateVariable> variable = openVariable(program, asked, unknown);
  std::erase_if(analysis.outcomes, [&](const Outcome& outcome) {
    const std::optional<StateVariable> v = unsettled(outcome, program, asked);
    variable = variable ? variable : v;
    return v.has_value();
  });
  if (variable) {
    open.condition = openContent(program, *variable);
  }
  return open;
}

}  // namespace hrfcheck::inline check
