// One solver, many questions. Requirements are asserted for good; what a question is about (for outcomes,
// that the threads complete and the filter holds; the condition, a flag, a pair not yet found) is assumed.
// Everything found so far is excluded by clauses guarded with a literal that only the enumeration assumes, so
// questions do not disturb each other.
//
// Interchangeable threads: what is the same under renaming (flags, incidents, the set of all outcomes) is
// asked of representatives only, and what is found is found of all renamed threads, too (engine/orbits.h).
// The condition is, too, unless it tells threads apart; then it is asked of all executions.
//
// The order is the order of interest: first whether the condition can hold and whether it can fail, then
// flags and incidents, and last the remaining outcomes, which may be many. Where one flag is enough, it comes
// before the others. Every model is read back as an execution and re-checked (witness.cpp), and everything it
// shows is taken from it: its outcome, and every pair of every flag.
//
// The first few outcomes are asked for one by one, each excluded by a clause; if there are more, one search
// finds them all (key_enumerator.cpp). A dump shows questions that any solver can answer, so there all are
// asked for. Of more final states than are to be listed, those beyond are counted as the solver shows them:
// they are not read back, and so not re-checked.

#include "engine/smt/ask/smt_analysis.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "engine/smt/ask/witness_literals.h"
#include "engine/smt/encode/symmetry_breaking.h"
#include "util/invariant.h"

namespace hrfcheck::inline engine::smt {
namespace {

/// Outcomes found in one search that are read back even when time is up.
constexpr std::size_t kReadLate = 1000;

}  // namespace

SmtAnalysis::SmtAnalysis(Encoding& encoding, const std::shared_ptr<const EventStructure>& structure,
                         const Model& model, const Orbits& orbits, Solver& solver, SmtLibDump& dump,
                         const AnalysisOptions& options)
    : encoding_(encoding),
      program_(structure->program()),
      model_(model),
      orbits_(orbits),
      solver_(solver),
      dump_(dump),
      options_(options),
      witnesses_(encoding, structure, model, solver, options.deadline) {}

Analysis SmtAnalysis::ask() {
  const std::vector<FlagQuestion> flags = options_.flags ? encoding_.flags() : std::vector<FlagQuestion>();
  const std::vector<IncidentQuestion> incidents = encoding_.incidents();
  untilHasPairs_ = options_.until && std::ranges::any_of(flags, [&](const FlagQuestion& question) {
                     return question.check == options_.until->check && !question.pairs.empty();
                   });
  representatives_ = representativesOnly(encoding_.formula(), encoding_.candidate(), orbits_.groups());
  solver_.completeEncoding();
  encoding_.formula().completeEncoding();
  try {
    askAll(flags, incidents);
  } catch (const OutOfTime&) {
    analysis_.undecided = "time limit";  // in the middle of re-checking an execution
  }
  std::sort(analysis_.outcomes.begin(), analysis_.outcomes.end(),
            [](const Outcome& a, const Outcome& b) { return a.values < b.values; });
  for (auto& [check, finding] : findings_) {
    for (auto& [pair, witness] : pairs_[check]) {
      finding.pairs.push_back({pair.first, pair.second, std::move(witness)});
    }
    analysis_.flags.push_back(std::move(finding));
  }
  return orbits_.expand(std::move(analysis_), options_);
}

void SmtAnalysis::askAll(const std::vector<FlagQuestion>& flags,
                         const std::vector<IncidentQuestion>& incidents) {
  if (options_.outcomes != OutcomeSearch::None) {
    askConditionFirst();
  }
  askFlags(flags);
  if (enoughFlags() && conditionSettled()) {
    analysis_.foundUntil = true;
  } else {
    askIncidents(incidents);
    analysis_.foundUntil = enoughFlags() && !analysis_.undecided;
  }
  if (options_.outcomes == OutcomeSearch::All) {
    enumerateOutcomes();
  }
  if (analysis_.foundUntil && !analysis_.undecided) {
    analysis_.undecided = "ended by what was looked for";
  }
}

/// Whether AnalysisOptions::until has been found.
bool SmtAnalysis::enoughFlags() const {
  if (!options_.until) {
    return false;
  }
  const auto& [check, pair] = *options_.until;
  if (pair) {
    return knownPair(check, *pair);
  }
  const auto pairs = pairs_.find(check);
  return findings_.contains(check) && (!untilHasPairs_ || (pairs != pairs_.end() && !pairs->second.empty()));
}

/// Whether incidents say nothing about the condition any more.
bool SmtAnalysis::conditionSettled() const {
  const auto found = [&](bool satisfies) {
    return std::ranges::any_of(analysis_.outcomes,
                               [&](const Outcome& o) { return o.satisfiesCondition == satisfies; });
  };
  return options_.outcomes == OutcomeSearch::None ||
         (options_.outcomes == OutcomeSearch::Condition && found(true) && found(false));
}

bool SmtAnalysis::satisfiable(const std::string& title, std::vector<Lit> assumptions) {
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
Lit SmtAnalysis::someOf(const std::vector<Lit>& literals, const char* name) {
  const Lit some = encoding_.formula().fresh({name});
  std::vector<Lit> clause = literals;
  clause.push_back(-some);
  encoding_.formula().clause(std::move(clause));
  return some;
}

void SmtAnalysis::askConditionFirst() {
  const Lit condition = encoding_.condition();
  const Lit among = orbits_.keepCondition() ? representatives_ : kTrue;
  if (condition == kTrue || condition == kFalse) {
    if (options_.outcomes == OutcomeSearch::Condition &&
        satisfiable("some outcome", {encoding_.eligible(), representatives_})) {
      recordOutcome();
    }
    return;
  }
  for (const Lit wanted : {condition, -condition}) {
    const char* title = wanted == condition ? "condition holds" : "condition fails";
    if (satisfiable(title, {encoding_.eligible(), among, wanted})) {
      recordOutcome();
    }
  }
}

void SmtAnalysis::enumerateOutcomes() {
  notYetSeen_ = encoding_.formula().fresh({"new-outcome"});
  for (const Outcome& outcome : analysis_.outcomes) {
    exclude(outcome.values);
  }
  const bool inSearch = options_.enumerateInSearch && options_.dumpSmt2 == nullptr;
  for (std::size_t asked = 0;
       satisfiable("another outcome", {encoding_.eligible(), representatives_, notYetSeen_}); ++asked) {
    recordOutcome();
    exclude(analysis_.outcomes.back().values);
    if (inSearch && asked + 1 == solver_.worthAskingSingly() && solver_.canEnumerate() &&
        enumerateInSearch()) {
      return;
    }
  }
}

/// Finds all outcomes that are left. False when that could not be finished: those found are excluded then.
bool SmtAnalysis::enumerateInSearch() {
  const Truth truth = solver_.enumerate({encoding_.eligible(), representatives_, notYetSeen_},
                                        outcomeLiterals(encoding_), witnessLiterals(encoding_));
  for (std::size_t i = 0; i < solver_.enumerated(); ++i) {
    if (i >= kReadLate && options_.deadline.expired()) {
      analysis_.undecided = "time limit";
      return true;
    }
    solver_.show(i);
    if (listsMore()) {
      recordOutcome();
    } else {
      ++(solver_.value(encoding_.condition()) ? analysis_.unlistedOutcomes.first
                                              : analysis_.unlistedOutcomes.second);
    }
  }
  if (truth != Truth::Unknown) {
    return true;
  }
  if (!solver_.reason().empty()) {
    analysis_.undecided = solver_.reason();
    return true;
  }
  for (std::size_t i = 0; i < solver_.enumerated(); ++i) {
    solver_.show(i);
    exclude(shownValues());
  }
  return false;
}

/// Whether the final state that the solver shows is to be listed, and so to be read back as an execution.
/// With symmetry all representatives are: they are few.
bool SmtAnalysis::listsMore() const {
  const bool satisfies = solver_.value(encoding_.condition());
  return options_.mostOutcomes == 0 || !orbits_.groups().empty() ||
         analysis_.outcomes.size() < options_.mostOutcomes ||
         std::ranges::none_of(analysis_.outcomes,
                              [&](const Outcome& o) { return o.satisfiesCondition == satisfies; });
}

/// The values of the final state that the solver shows.
std::vector<Value> SmtAnalysis::shownValues() const {
  std::vector<Value> values;
  for (const GuardedValues& observed : encoding_.observed()) {
    const auto shown = std::ranges::find_if(observed.entries(),
                                            [&](const auto& entry) { return solver_.value(entry.second); });
    INVARIANT(shown != observed.entries().end(), "an observed variable has a value");
    values.push_back(shown->first);
  }
  return values;
}

void SmtAnalysis::recordOutcome() {
  WitnessReader::Checked witness = witnesses_.read();
  INVARIANT(witness.execution.complete(), "outcomes come from complete executions");
  harvest(witness);
  Outcome outcome;
  for (const StateVariable& v : orbits_.observed()) {
    outcome.values.push_back(witness.execution.finalValue(v));
    INVARIANT(solver_.value(encoding_.observed()[outcome.values.size() - 1].is(outcome.values.back())),
              "formula and execution agree on the outcome");
  }
  const auto read = [&](const StateVariable& v) { return witness.execution.finalValue(v); };
  INVARIANT(!program_.filter || holds(*program_.filter, read), "outcomes pass the filter");
  outcome.satisfiesCondition = holds(*program_.condition, read);
  INVARIANT(outcome.satisfiesCondition == solver_.value(encoding_.condition()),
            "formula and execution agree on the condition");
  outcome.witness = Witness(witness.execution);
  analysis_.outcomes.push_back(std::move(outcome));
}

void SmtAnalysis::exclude(const std::vector<Value>& values) {
  std::vector<Lit> other{-notYetSeen_};
  for (std::size_t i = 0; i < values.size(); ++i) {
    other.push_back(-encoding_.observed()[i].is(values[i]));
  }
  encoding_.formula().clause(std::move(other));
}

void SmtAnalysis::askFlags(const std::vector<FlagQuestion>& questions) {
  std::vector<const FlagQuestion*> order;
  for (const FlagQuestion& question : questions) {
    order.push_back(&question);
  }
  std::ranges::stable_partition(order, [&](const FlagQuestion* question) {
    return options_.until && question->check == options_.until->check;
  });
  for (const FlagQuestion* question : order) {
    if (!question->pairs.empty()) {
      askPairs(*question);
    }
    if (!enoughFlags()) {
      askWhetherRaised(*question);
    }
  }
}

bool SmtAnalysis::knownPair(std::size_t check, const InstructionPair& pair) const {
  const auto found = known_.find(check);
  return found != known_.end() && found->second.contains(pair);
}

void SmtAnalysis::askPairs(const FlagQuestion& question) {
  const std::string title = fmt::format("flag {}, another pair", model_.checks[question.check].name);
  while (!enoughFlags()) {
    std::vector<Lit> open;
    for (const auto& [pair, literal] : question.pairs) {
      if (literal != kFalse && !knownPair(question.check, pair)) {
        open.push_back(literal);
      }
    }
    if (open.empty() ||
        !satisfiable(title, {encoding_.raisesFlags(), representatives_, someOf(open, "new-pair")})) {
      return;
    }
    const auto count = [&] { return pairs_[question.check].size(); };
    const std::size_t before = count();
    harvest(witnesses_.read());
    INVARIANT(count() > before, "a witness of a new pair shows one");
  }
}

void SmtAnalysis::askWhetherRaised(const FlagQuestion& question) {
  const std::string& name = model_.checks[question.check].name;
  if (!findings_.contains(question.check) &&
      satisfiable("flag " + name, {encoding_.raisesFlags(), representatives_, question.raised})) {
    harvest(witnesses_.read());
    INVARIANT(findings_.contains(question.check), "a witness of a flag raises it");
  }
}

void SmtAnalysis::harvest(const WitnessReader::Checked& witness) {
  if (!options_.flags || witness.flags.empty()) {
    return;
  }
  const Witness packed(witness.execution);
  for (const RaisedFlag& flag : witness.flags) {
    findings_.try_emplace(flag.check, FlagFinding{flag.check, {}, packed});
    for (const auto& [a, b] : flag.pairs) {
      if (const auto pair = witness.execution.structure->instructionPair(a, b)) {
        harvestPair(flag.check, *pair, packed);
      }
    }
  }
}

void SmtAnalysis::harvestPair(std::size_t check, const InstructionPair& pair, const Witness& witness) {
  if (pairs_[check].try_emplace(pair, witness).second && !knownPair(check, pair)) {
    const std::vector<InstructionPair> alike = orbits_.pairsLike(pair);
    known_[check].insert(alike.begin(), alike.end());
  }
}

void SmtAnalysis::askIncidents(std::vector<IncidentQuestion> open) {
  std::erase_if(open, [](const IncidentQuestion& q) { return q.happens == kFalse; });
  std::vector<Incident> found;
  while (!open.empty()) {
    std::vector<Lit> literals;
    for (const IncidentQuestion& q : open) {
      literals.push_back(q.happens);
    }
    if (!satisfiable("another incident", {representatives_, someOf(literals, "new-incident")})) {
      break;
    }
    const Execution execution = witnesses_.read().execution;
    INVARIANT(!execution.complete(), "incidents come from executions that do not complete");
    const Witness packed(execution);
    const std::size_t before = open.size();
    std::set<std::pair<IncidentKind, InstructionRef>> known;
    for (const IncidentQuestion& q : open) {
      if (solver_.value(q.happens)) {
        found.push_back({q.kind, q.where, packed});
        for (const InstructionRef& where : orbits_.instructionsLike(q.where)) {
          known.emplace(q.kind, where);
        }
      }
    }
    std::erase_if(open, [&](const IncidentQuestion& q) { return known.contains({q.kind, q.where}); });
    INVARIANT(open.size() < before, "a witness of a new incident shows one");
  }
  std::sort(found.begin(), found.end(), [](const Incident& a, const Incident& b) {
    return std::tie(a.kind, a.where) < std::tie(b.kind, b.where);
  });
  analysis_.incidents = std::move(found);
}

}  // namespace hrfcheck::inline engine::smt
