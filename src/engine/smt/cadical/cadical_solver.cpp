// Clauses go to CaDiCaL as they come; it decides by itself when to look at them. It asks again and again
// whether to stop (Terminator), which it is told when the deadline has expired: limits of time and memory and
// Ctrl-C all come from there. An interrupted solver may be asked again.

#include "engine/smt/cadical/cadical_solver.h"

#include <cadical.hpp>
#include <chrono>
#include <cstdlib>

#include "engine/smt/cadical/stop_at_deadline.h"
#include "util/invariant.h"

namespace hrfcheck::inline engine::smt {

struct CadicalSolver::State {
  explicit State(const Deadline& limit) : deadline(limit), stop(limit) {
    // Chronological backtracking doubled the time of locks with failing exchanges, and gained nothing
    // elsewhere.
    solver.set("chrono", 0);
    solver.set("quiet", 1);  // it would say on standard output that a clause is false
    solver.connect_terminator(&stop);
  }

  const Deadline& deadline;
  StopAtDeadline stop;
  CaDiCaL::Solver solver;
  bool hasModel = false;
};

CadicalSolver::CadicalSolver(const Deadline& deadline, Activity* activity, std::uint64_t clauseLimit)
    : limits_(deadline, activity, clauseLimit), state_(std::make_unique<State>(deadline)) {}
CadicalSolver::~CadicalSolver() {
  state_->solver.disconnect_terminator();
}

void CadicalSolver::variable(Lit, const VariableName&) {
  limits_.variable(counts_);
}

void CadicalSolver::clause(const std::vector<Lit>& literals) {
  limits_.clause(counts_);
  state_->hasModel = false;
  for (const Lit literal : literals) {
    state_->solver.add(literal);
  }
  state_->solver.add(0);
}

Truth CadicalSolver::check(const std::vector<Lit>& assumptions) {
  ++counts_.queries;
  limits_.tellQuestions(counts_);
  state_->hasModel = false;
  if (state_->deadline.expired()) {
    reason_ = "time limit";
    return Truth::Unknown;
  }
  for (const Lit literal : assumptions) {
    state_->solver.assume(literal);
  }
  using Clock = std::chrono::steady_clock;
  const Clock::time_point start = Clock::now();
  const int answer = state_->solver.solve();
  counts_.seconds += std::chrono::duration<double>(Clock::now() - start).count();
  if (answer == kSatisfiable) {
    state_->hasModel = true;
    ++counts_.models;
    return Truth::Sat;
  }
  if (answer == kUnsatisfiable) {
    return Truth::Unsat;
  }
  reason_ = state_->deadline.expired() ? "time limit" : "solver: gave up";
  return Truth::Unknown;
}

bool CadicalSolver::value(Lit literal) const {
  INVARIANT(state_->hasModel, "values are asked only of a model");
  // The literal of a variable is given where it is true, its negation where it is false.
  return (state_->solver.val(std::abs(literal)) > 0) == (literal > 0);
}

Truth CadicalSolver::enumerate(const std::vector<Lit>&, const std::vector<Lit>&, const std::vector<Lit>&) {
  INVARIANT(false, "CaDiCaL is not asked to enumerate");
}

void CadicalSolver::show(std::size_t) {
  INVARIANT(false, "CaDiCaL has no enumerated models");
}

std::string cadicalVersion() {
  return CaDiCaL::Solver::version();
}

}  // namespace hrfcheck::inline engine::smt
