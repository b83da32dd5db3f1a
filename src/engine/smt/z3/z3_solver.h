#pragma once

#include <span>
#include <string>
#include <vector>

#include "engine/smt/formula/clause_list.h"
#include "engine/smt/z3/sat_solver.h"
#include "engine/smt/z3/solver_context_state.h"

namespace hrfcheck::inline engine::smt {

/// One solver object of Z3.
class Z3Solver {
 public:
  enum class Core {
    Sat,  ///< logic QF_FD: the incremental SAT core, strong on long searches
    Smt   ///< the simple solver: quick to ask, and able to enumerate
  };

  Z3Solver(SolverContext::State& context, Core core);
  ~Z3Solver();
  Z3Solver(const Z3Solver&) = delete;
  Z3Solver& operator=(const Z3Solver&) = delete;

  Z3_solver handle() const { return solver_; }
  /// Asserts a clause; the constants true and false may occur in it.
  void add(std::span<const Lit> clause);
  /// Asserts the clauses that have come since the last call, always of the same list.
  /// @returns false where the deadline expired before all were taken
  bool take(const ClauseList& clauses, const Deadline& deadline);
  Z3_lbool check(const std::vector<Lit>& assumptions, const Deadline& deadline);
  std::string reasonUnknown() const;
  /// Adds what the searches so far took.
  void addCounts(SolverCounts& counts) const;

  /// The value of a literal in the last check's model.
  bool value(Lit literal);

 private:
  void dropModel();

  SolverContext::State& context_;
  Z3_solver solver_ = nullptr;
  Z3_model model_ = nullptr;
  std::size_t taken_ = 0;
  std::vector<Z3_ast> terms_;
};

}  // namespace hrfcheck::inline engine::smt
