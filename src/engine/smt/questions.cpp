// One solver, many questions. Requirements are asserted for good; what a question is about (the threads
// complete, the filter holds, the condition, a flag, a pair not yet found) is assumed. Everything found so
// far is excluded by clauses guarded with a literal that only the enumeration assumes, so questions do not
// disturb each other.
//
// The order is the order of interest: first whether the condition can hold and whether it can fail, then
// flags and incidents, and last the remaining outcomes, which may be many. Every model is read back as an
// execution and re-checked (witness.cpp), and everything it shows is taken from it: its outcome, and every
// pair of every flag.

#include "engine/smt/questions.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "util/invariant.h"

namespace hrfcheck::smt {

Questions::Questions(Encoding& encoding, std::shared_ptr<const Skeleton> skeleton, const Model& model,
                     SatSolver& solver, SmtLibDump& dump, const AnalysisOptions& options)
    : encoding_(encoding),
      program_(skeleton->program()),
      model_(model),
      solver_(solver),
      dump_(dump),
      options_(options),
      witnesses_(encoding, skeleton, model, solver) {}

Analysis Questions::ask() {
  const std::vector<FlagQuestion> flags = options_.flags ? encoding_.flags() : std::vector<FlagQuestion>();
  const std::vector<IncidentQuestion> incidents = encoding_.incidents();
  solver_.completeEncoding();
  if (options_.outcomes != OutcomeSearch::None) {
    notYetSeen_ = encoding_.formula().fresh({"new-outcome"});
    askConditionFirst();
  }
  askFlags(flags);
  askIncidents(incidents);
  if (options_.outcomes == OutcomeSearch::All) {
    enumerateOutcomes();
  }
  std::sort(analysis_.outcomes.begin(), analysis_.outcomes.end(),
            [](const Outcome& a, const Outcome& b) { return a.values < b.values; });
  for (auto& [check, finding] : findings_) {
    for (auto& [pair, witness] : pairs_[check]) {
      finding.pairs.push_back({pair.first, pair.second, std::move(witness)});
    }
    analysis_.flags.push_back(std::move(finding));
  }
  return std::move(analysis_);
}

bool Questions::satisfiable(const std::string& title, std::vector<Lit> assumptions) {
  if (analysis_.undecided) {
    return false;
  }
  if (std::find(assumptions.begin(), assumptions.end(), kFalse) != assumptions.end()) {
    return false;
  }
  dump_.question(title, assumptions);
  const Truth truth = solver_.check(assumptions);
  if (truth == Truth::Unknown) {
    analysis_.undecided = solver_.reason();
  }
  return truth == Truth::Sat;
}

/// A fresh literal that implies one of `literals`.
Lit Questions::someOf(const std::vector<Lit>& literals, const char* name) {
  const Lit some = encoding_.formula().fresh({name});
  std::vector<Lit> clause = literals;
  clause.push_back(-some);
  encoding_.formula().clause(std::move(clause));
  return some;
}

void Questions::askConditionFirst() {
  const Lit condition = encoding_.condition();
  if (condition == kTrue || condition == kFalse) {
    return;
  }
  for (const Lit wanted : {condition, -condition}) {
    const char* title = wanted == condition ? "condition holds" : "condition fails";
    if (satisfiable(title, {encoding_.eligible(), wanted, notYetSeen_})) {
      recordOutcome();
    }
  }
}

void Questions::enumerateOutcomes() {
  while (satisfiable("another outcome", {encoding_.eligible(), notYetSeen_})) {
    recordOutcome();
  }
}

void Questions::recordOutcome() {
  WitnessReader::Witness witness = witnesses_.read();
  INVARIANT(witness.execution.complete(), "outcomes come from complete executions");
  harvest(witness);
  Outcome outcome;
  for (const StateVariable& v : program_.observed) {
    outcome.values.push_back(witness.execution.finalValue(v));
  }
  const auto read = [&](const StateVariable& v) { return witness.execution.finalValue(v); };
  INVARIANT(!program_.filter || holds(*program_.filter, read), "outcomes pass the filter");
  outcome.satisfiesCondition = holds(*program_.condition, read);
  INVARIANT(outcome.satisfiesCondition == solver_.value(encoding_.condition()),
            "formula and execution agree on the condition");
  blockOutcome(outcome.values);
  outcome.witness = std::move(witness.execution);
  analysis_.outcomes.push_back(std::move(outcome));
}

void Questions::blockOutcome(const std::vector<Value>& values) {
  std::vector<Lit> other{-notYetSeen_};
  for (std::size_t i = 0; i < values.size(); ++i) {
    const Lit same = encoding_.observed()[i].is(values[i]);
    INVARIANT(solver_.value(same), "formula and execution agree on the outcome");
    other.push_back(-same);
  }
  encoding_.formula().clause(std::move(other));
}

void Questions::askFlags(const std::vector<FlagQuestion>& questions) {
  for (const FlagQuestion& question : questions) {
    if (!question.pairs.empty()) {
      askPairs(question);
    }
    askWhetherRaised(question);
  }
}

bool Questions::knownPair(std::size_t check, const InstructionPair& pair) const {
  const auto found = pairs_.find(check);
  return found != pairs_.end() && found->second.contains(pair);
}

void Questions::askPairs(const FlagQuestion& question) {
  const std::string title = fmt::format("flag {}, another pair", model_.checks[question.check].name);
  for (;;) {
    std::vector<Lit> open;
    for (const auto& [pair, literal] : question.pairs) {
      if (literal != kFalse && !knownPair(question.check, pair)) {
        open.push_back(literal);
      }
    }
    if (open.empty() || !satisfiable(title, {encoding_.eligible(), someOf(open, "new-pair")})) {
      return;
    }
    const auto count = [&] { return pairs_[question.check].size(); };
    const std::size_t before = count();
    harvest(witnesses_.read());
    INVARIANT(count() > before, "a witness of a new pair shows one");
  }
}

void Questions::askWhetherRaised(const FlagQuestion& question) {
  const std::string& name = model_.checks[question.check].name;
  if (!findings_.contains(question.check) &&
      satisfiable("flag " + name, {encoding_.eligible(), question.raised})) {
    harvest(witnesses_.read());
    INVARIANT(findings_.contains(question.check), "a witness of a flag raises it");
  }
}

void Questions::harvest(const WitnessReader::Witness& witness) {
  if (!options_.flags) {
    return;
  }
  for (const RaisedFlag& flag : witness.flags) {
    findings_.try_emplace(flag.check, FlagFinding{flag.check, {}, witness.execution});
    for (const auto& [a, b] : flag.pairs) {
      if (const auto pair = witness.execution.skeleton->instructionPair(a, b)) {
        pairs_[flag.check].try_emplace(*pair, witness.execution);
      }
    }
  }
}

void Questions::askIncidents(std::vector<IncidentQuestion> open) {
  std::erase_if(open, [](const IncidentQuestion& q) { return q.happens == kFalse; });
  std::vector<Incident> found;
  while (!open.empty()) {
    std::vector<Lit> literals;
    for (const IncidentQuestion& q : open) {
      literals.push_back(q.happens);
    }
    if (!satisfiable("another incident", {someOf(literals, "new-incident")})) {
      break;
    }
    const Execution execution = witnesses_.read().execution;
    INVARIANT(!execution.complete(), "incidents come from executions that do not complete");
    const std::size_t before = open.size();
    std::erase_if(open, [&](const IncidentQuestion& q) {
      const bool shown = solver_.value(q.happens);
      if (shown) {
        found.push_back({q.kind, q.where, execution});
      }
      return shown;
    });
    INVARIANT(open.size() < before, "a witness of a new incident shows one");
  }
  std::sort(found.begin(), found.end(), [](const Incident& a, const Incident& b) {
    return std::tie(a.kind, a.where) < std::tie(b.kind, b.where);
  });
  analysis_.incidents = std::move(found);
}

}  // namespace hrfcheck::smt
