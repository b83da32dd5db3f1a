#include "machine/explore/final_states.h"

#include <algorithm>

namespace hrfcheck::inline machine {
namespace {

bool observesLocations(const Program& program) {
  return std::any_of(program.observed.begin(), program.observed.end(),
                     [](const StateVariable& v) { return !v.isRegister(); });
}

}  // namespace

Transitions transitionsOf(const Program& program, const SimulationOptions& options) {
  const MachineKind& kind = machineOf(options.machine, options.described);
  return {program, kind, rulesWith(kind.rules, kind.tests, options), options.hierarchy, options.environment};
}

FinalStates::FinalStates(const Transitions& transitions, const SimulationOptions& options)
    : transitions_(&transitions), drain_(options.finalMemory && observesLocations(transitions.program())) {}

std::optional<std::vector<Value>> FinalStates::outcome(const MachineState& state) const {
  const Program& program = transitions_->program();
  const auto valueOf = [&](const StateVariable& v) { return transitions_->valueOf(state, v); };
  if (program.filter != nullptr && !holds(*program.filter, valueOf)) {
    return std::nullopt;
  }
  std::vector<Value> values;
  for (const StateVariable& variable : program.observed) {
    values.push_back(valueOf(variable));
  }
  return values;
}

}  // namespace hrfcheck::inline machine
