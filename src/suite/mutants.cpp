#include "suite/mutants.h"

#include <algorithm>
#include <set>

namespace hrfcheck::inline suite {

std::vector<SuiteMachine> suiteMachines(const SuiteOptions& options) {
  if (!options.mutants) {
    return {{"", options.simulation}};
  }
  const MachineInfo machine = machineOfSuite(options.simulation);
  std::set<std::string> rules(machine.rules.begin(), machine.rules.end());
  rules.insert(options.simulation.with.begin(), options.simulation.with.end());
  std::vector<SuiteMachine> result;
  for (const std::string& rule : rules) {
    if (std::ranges::find(options.simulation.without, rule) == options.simulation.without.end()) {
      SuiteMachine mutant{rule, options.simulation};
      std::erase(mutant.simulation.with, rule);
      mutant.simulation.without.push_back(rule);
      result.push_back(std::move(mutant));
    }
  }
  return result;
}

std::optional<SuiteFinding> killerOf(const std::string& rule, const SuiteTally& tally) {
  std::optional<SuiteFinding> first;
  for (const SuiteFinding::Kind kind : {SuiteFinding::Kind::Outside, SuiteFinding::Kind::Deadlock}) {
    for (const SuiteFinding& finding : tally.findings(kind)) {
      if (finding.rule == rule && (!first || finding.number < first->number)) {
        first = finding;
      }
    }
  }
  return first;
}

namespace {

/// Of a program of which the model was not decided, or whose worker died, nothing is known on any machine.
bool someUndecided(const std::string& rule, const SuiteTally& tally) {
  return std::ranges::any_of(tally.findings(SuiteFinding::Kind::Undecided), [&](const SuiteFinding& finding) {
    return finding.rule.empty() || finding.rule == rule;
  });
}

}  // namespace

std::vector<SuiteMutant> mutantsOf(const SuiteOptions& options, const SuiteTally& tally) {
  std::vector<SuiteMutant> mutants;
  for (const SuiteMachine& machine : options.mutants ? suiteMachines(options) : std::vector<SuiteMachine>{}) {
    const auto killer = killerOf(machine.rule, tally);
    mutants.push_back({machine.rule, killer, !killer && someUndecided(machine.rule, tally)});
  }
  return mutants;
}

}  // namespace hrfcheck::inline suite
