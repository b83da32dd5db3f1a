#include "engine/explicit/findings.h"

#include <algorithm>

#include "util/invariant.h"

namespace hrfcheck {
namespace {

Execution witnessOf(const Execution& execution, const std::vector<Relation>& choices) {
  Execution witness = execution;
  witness.choices = choices;
  return witness;
}

std::optional<IncidentKind> incidentOf(ThreadEnd end) {
  switch (end) {
    case ThreadEnd::Completed:
    case ThreadEnd::Spinning:
      return std::nullopt;
    case ThreadEnd::BoundReached:
      return IncidentKind::BoundReached;
    case ThreadEnd::Blocked:
      return IncidentKind::BarrierDivergence;
    case ThreadEnd::Fault:
      return IncidentKind::Fault;
  }
  INVARIANT(false, "a thread's end without a meaning");
}

bool endsByItself(const ThreadRun& run) {
  return run.end == ThreadEnd::BoundReached || run.end == ThreadEnd::Fault;
}

}  // namespace

Findings::Findings(const Model& model, const Program& program, const AnalysisOptions& options)
    : model_(model), program_(program), options_(options) {}

void Findings::addComplete(const Execution& execution, const std::vector<Relation>& choices,
                           const Evaluation& evaluation, bool first) {
  if (first) {
    addOutcome(execution, choices);
  }
  if (options_.flags) {
    for (const RaisedFlag& raised : evaluation.flags) {
      addFlag(execution, choices, raised);
    }
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
    Outcome outcome{values, satisfies, witnessOf(execution, choices)};
    outcomes_.emplace(std::move(values), std::move(outcome));
  }
}

/// Pairs of events become unordered pairs of instructions; those with an initial write or within one
/// instruction are none.
void Findings::addFlag(const Execution& execution, const std::vector<Relation>& choices,
                       const RaisedFlag& raised) {
  const auto [found, fresh] = flags_.try_emplace(raised.check);
  Flag& flag = found->second;
  if (fresh) {
    flag.witness = witnessOf(execution, choices);
  }
  for (const auto& [a, b] : raised.pairs) {
    const auto pair = execution.skeleton->instructionPair(a, b);
    if (pair && !flag.pairs.contains(*pair)) {
      flag.pairs.emplace(*pair, witnessOf(execution, choices));
    }
  }
}

void Findings::addIncomplete(const Execution& execution, const std::vector<Relation>& choices) {
  const bool someEnd = std::ranges::any_of(execution.runs, endsByItself);
  for (ThreadId t = 0; t < execution.runs.size(); ++t) {
    const ThreadRun& run = execution.runs[t];
    const std::optional<IncidentKind> kind = incidentOf(run.end);
    if (!kind || (someEnd && !endsByItself(run))) {
      continue;
    }
    const std::pair key(*kind, InstructionRef{t, run.lastInstruction});
    if (!incidents_.contains(key)) {
      incidents_.emplace(key, witnessOf(execution, choices));
    }
  }
}

Analysis Findings::take() {
  Analysis analysis;
  for (auto& [values, outcome] : outcomes_) {
    analysis.outcomes.push_back(std::move(outcome));
  }
  for (auto& [check, flag] : flags_) {
    FlagFinding& finding = analysis.flags.emplace_back(FlagFinding{check, {}, std::move(flag.witness)});
    for (auto& [pair, witness] : flag.pairs) {
      finding.pairs.push_back({pair.first, pair.second, std::move(witness)});
    }
  }
  for (auto& [key, witness] : incidents_) {
    analysis.incidents.push_back({key.first, key.second, std::move(witness)});
  }
  analysis.executionCounts = {satisfying_, others_};
  outcomes_.clear();
  flags_.clear();
  incidents_.clear();
  return analysis;
}

}  // namespace hrfcheck
