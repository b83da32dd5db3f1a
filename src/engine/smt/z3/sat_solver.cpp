// Clauses, questions and their answers. Clauses are kept in a list and reach a solver of Z3 when it is asked:
// there is one for questions under assumptions and, for what only one core of Z3 can do, another for the
// enumeration inside of one search, made when it is wanted.
//
// Time limits and cancellation come from one place, the Deadline; an interrupted context is thrown away, not
// trusted again.

#include "engine/smt/z3/sat_solver.h"

#include <chrono>
#include <optional>

#include "engine/smt/z3/key_enumerator.h"
#include "engine/smt/z3/z3_solver.h"
#include "util/invariant.h"

namespace hrfcheck::inline engine::smt {

namespace {

/// Up to so many clauses the core that is quick to ask answers questions, beyond it the one that is strong.
constexpr std::size_t kSmallFormula = 1000;

}  // namespace

struct SatSolver::State {
  SolverContext::State& context;
  const Deadline& deadline;
  ClauseList clauses;
  std::optional<Z3Solver> asked;
  std::optional<Z3Solver> enumerating;
  std::optional<KeyEnumerator> enumerator;
  bool hasModel = false;
  std::optional<std::size_t> shown;
};

SatSolver::SatSolver(SolverContext& context, const Deadline& deadline, Activity* activity,
                     std::uint64_t clauseLimit)
    : limits_(deadline, activity, clauseLimit),
      state_(new State{context.state(), deadline, {}, {}, {}, {}, false, {}}) {}
SatSolver::~SatSolver() = default;

void SatSolver::variable(Lit variable, const VariableName&) {
  limits_.variable(counts_);
  state_->context.reserve(static_cast<std::size_t>(variable));
}

void SatSolver::clause(const std::vector<Lit>& literals) {
  limits_.clause(counts_);
  state_->clauses.add(literals);
}

template <typename F>
Truth SatSolver::timed(F&& search) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point start = Clock::now();
  const Truth answer = search();
  counts_.seconds += std::chrono::duration<double>(Clock::now() - start).count();
  return answer;
}

Truth SatSolver::check(const std::vector<Lit>& assumptions) {
  return timed([&] { return ask(assumptions); });
}

Truth SatSolver::ask(const std::vector<Lit>& assumptions) {
  ++counts_.queries;
  limits_.tellQuestions(counts_);
  state_->hasModel = false;
  state_->shown.reset();
  if (state_->deadline.expired()) {
    reason_ = "time limit";
    return Truth::Unknown;
  }
  std::vector<Lit> open;
  for (Lit l : assumptions) {
    if (l == kFalse) {
      return Truth::Unsat;
    }
    if (l != kTrue) {
      open.push_back(l);
    }
  }
  if (!state_->asked) {
    const bool small = state_->clauses.count() <= kSmallFormula;
    state_->asked.emplace(state_->context, small ? Z3Solver::Core::Smt : Z3Solver::Core::Sat);
  }
  if (!state_->asked->take(state_->clauses, state_->deadline)) {
    reason_ = "time limit";
    return Truth::Unknown;
  }
  const Z3_lbool answer = state_->asked->check(open, state_->deadline);
  if (answer == Z3_L_FALSE) {
    return Truth::Unsat;
  }
  if (answer == Z3_L_TRUE && !interrupted()) {
    state_->context.throwOnError();
    state_->hasModel = true;
    ++counts_.models;
    return Truth::Sat;
  }
  reason_ = interrupted() ? "time limit" : "solver: " + state_->asked->reasonUnknown();
  return Truth::Unknown;
}

bool SatSolver::value(Lit literal) const {
  if (literal == kTrue || literal == kFalse) {
    return literal == kTrue;
  }
  if (state_->shown) {
    return state_->enumerator->value(*state_->shown, literal);
  }
  INVARIANT(state_->hasModel, "values are asked only of a model");
  return state_->asked->value(literal);
}

bool SatSolver::canEnumerate() {
  return state_->context.api.propagator != nullptr;
}

Truth SatSolver::enumerate(const std::vector<Lit>& units, const std::vector<Lit>& key,
                           const std::vector<Lit>& wanted) {
  return timed([&] { return search(units, key, wanted); });
}

Truth SatSolver::search(const std::vector<Lit>& units, const std::vector<Lit>& key,
                        const std::vector<Lit>& wanted) {
  ++counts_.queries;
  limits_.tellQuestions(counts_);
  State& s = *state_;
  s.hasModel = false;
  s.shown.reset();
  s.enumerator.reset();
  s.enumerating.emplace(s.context, Z3Solver::Core::Smt);
  s.enumerator.emplace(s.context, s.enumerating->handle(), key, wanted);
  if (!s.enumerating->take(s.clauses, s.deadline)) {
    reason_ = "time limit";
    return Truth::Unknown;
  }
  for (Lit l : units) {
    s.enumerating->add({&l, 1});
  }
  const Z3_lbool answer = s.enumerating->check({}, s.deadline);
  counts_.models += s.enumerator->found();
  if (answer == Z3_L_FALSE) {
    return Truth::Unsat;
  }
  if (interrupted()) {
    reason_ = "time limit";
  } else {
    reason_ = s.enumerator->gap() ? "" : "solver: " + s.enumerating->reasonUnknown();
  }
  return Truth::Unknown;
}

std::size_t SatSolver::enumerated() const {
  return state_->enumerator->found();
}

void SatSolver::show(std::size_t model) {
  INVARIANT(model < enumerated(), "only models that were found can be shown");
  state_->shown = model;
}

bool SatSolver::interrupted() const {
  return state_->context.watch.fired();
}

SolverCounts SatSolver::counts() const {
  SolverCounts counts = counts_;
  for (const std::optional<Z3Solver>* solver : {&state_->asked, &state_->enumerating}) {
    if (*solver) {
      (*solver)->addCounts(counts);
    }
  }
  return counts;
}

}  // namespace hrfcheck::inline engine::smt
