#include "engine/explicit/findings.h"

#include <algorithm>

#include "engine/spinning_runs.h"

namespace hrfcheck::inline engine {

Findings::Findings(const Program& program, const AnalysisOptions& options)
    : program_(program), options_(options) {}

void Findings::addComplete(const Execution& execution, const std::vector<Relation>& choices,
                           const Evaluation& evaluation, bool first) {
  if (first) {
    addOutcome(execution, choices);
  }
  if (options_.flags) {
    addFlags(execution, choices, evaluation);
  }
}

void Findings::addIncomplete(const Execution& execution, const std::vector<Relation>& choices,
                             const Evaluation& evaluation, bool first) {
  if (first) {
    addIncidents(execution, choices);
  }
  if (wantsFlagsOfIncomplete(program_, options_)) {
    addFlags(execution, choices, evaluation);
  }
}

void Findings::addFlags(const Execution& execution, const std::vector<Relation>& choices,
                        const Evaluation& evaluation) {
  for (const RaisedFlag& raised : evaluation.flags) {
    addFlag(execution, choices, raised);
  }
}

void Findings::addOutcome(const Execution& execution, const std::vector<Relation>& choices) {
  const auto read = [&](const StateVariable& v) { return execution.finalValue(v); };
  const bool satisfies = holds(*program_.condition, read);
  ++(satisfies ? satisfying_ : others_);
  if (options_.outcomes == OutcomeSearch::None) {
    return;
  }
  std::vector<Value> values;
  for (const StateVariable& v : program_.observed) {
    values.push_back(read(v));
  }
  if (!outcomes_.contains(values)) {
    Outcome outcome{values, satisfies, Witness(execution, choices)};
    outcomes_.emplace(std::move(values), std::move(outcome));
  }
}

/// Pairs of events become unordered pairs of instructions; those with an initial write or within one
/// instruction are none.
void Findings::addFlag(const Execution& execution, const std::vector<Relation>& choices,
                       const RaisedFlag& raised) {
  const auto [found, fresh] = found_.flags.try_emplace(raised.check);
  FoundFlags::Flag& flag = found->second;
  if (fresh) {
    flag.witness = Witness(execution, choices);
  }
  for (const auto& [a, b] : raised.pairs) {
    const auto pair = execution.structure->instructionPair(a, b);
    if (pair && !flag.pairs.contains(*pair)) {
      flag.pairs.emplace(*pair, Witness(execution, choices));
    }
  }
}

void Findings::addIncidents(const Execution& execution, const std::vector<Relation>& choices) {
  std::vector<Ending> endings;
  for (const ThreadRun& run : execution.runs) {
    endings.push_back({run.end, run.lastInstruction});
  }
  for (const auto& key : incidentsOf(endings)) {
    if (!found_.incidents.contains(key)) {
      found_.incidents.emplace(key, Witness(execution, choices));
    }
  }
}

Analysis Findings::take() {
  Analysis analysis;
  for (auto& [values, outcome] : outcomes_) {
    analysis.outcomes.push_back(std::move(outcome));
  }
  found_.moveTo(analysis);
  analysis.executionCounts = {satisfying_, others_};
  outcomes_.clear();
  return analysis;
}

}  // namespace hrfcheck::inline engine
