// Measured (docs/performance.md, "Z3 and CaDiCaL"): CaDiCaL takes a half to a fifth of Z3's time for the same
// questions and a third of its memory, and is not behind before some thousand models have been excluded one
// by one; but each model takes longer than the one before.

#include "engine/smt/both_solvers.h"

#include <span>

#include "util/diagnostic.h"

namespace hrfcheck::inline engine::smt {
namespace {

constexpr std::size_t kAskedSingly = 64;

}  // namespace

BothSolvers::BothSolvers(Context context, const Deadline& deadline, bool mayEnumerate, Activity* activity,
                         std::uint64_t clauseLimit)
    : context_(std::move(context)),
      deadline_(deadline),
      mayEnumerate_(mayEnumerate),
      asked_(deadline, activity, clauseLimit) {}

void BothSolvers::variable(Lit variable, const VariableName& name) {
  variables_ = variable;
  asked_.variable(variable, name);
}

void BothSolvers::clause(const std::vector<Lit>& literals) {
  if (mayEnumerate_) {
    clauses_.add(literals);
  }
  asked_.clause(literals);
}

Truth BothSolvers::check(const std::vector<Lit>& assumptions) {
  shows_ = false;
  return asked_.check(assumptions);
}

bool BothSolvers::canEnumerate() {
  if (!mayEnumerate_) {
    return false;
  }
  try {
    enumerating_.emplace(context_(), deadline_);
    return enumerating_->canEnumerate();
  } catch (const UserError&) {
    return false;  // there is no Z3
  }
}

std::size_t BothSolvers::worthAskingSingly() const {
  return kAskedSingly;
}

Truth BothSolvers::enumerate(const std::vector<Lit>& units, const std::vector<Lit>& key,
                             const std::vector<Lit>& wanted) {
  enumerating_.emplace(context_(), deadline_);
  enumerating_->completeEncoding();
  for (Lit variable = 1; variable <= variables_; ++variable) {
    enumerating_->variable(variable, {});
  }
  const std::span<const Lit> flat = clauses_.flat();
  for (std::size_t at = 0; at < flat.size();) {
    const auto length = static_cast<std::size_t>(flat[at]);
    const std::span<const Lit> clause = flat.subspan(at + 1, length);
    enumerating_->clause({clause.begin(), clause.end()});
    at += 1 + length;
  }
  shows_ = true;
  return enumerating_->enumerate(units, key, wanted);
}

void BothSolvers::show(std::size_t model) {
  shows_ = true;
  enumerating_->show(model);
}

const Solver& BothSolvers::answered() const {
  if (shows_) {
    return *enumerating_;
  }
  return asked_;
}

SolverCounts BothSolvers::counts() const {
  SolverCounts counts = asked_.counts();
  if (enumerating_) {
    const SolverCounts more = enumerating_->counts();
    counts.queries += more.queries;
    counts.models += more.models;
    counts.conflicts += more.conflicts;
    counts.decisions += more.decisions;
    counts.seconds += more.seconds;
  }
  return counts;
}

}  // namespace hrfcheck::inline engine::smt
