#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/smt/formula.h"
#include "util/deadline.h"

namespace hrfcheck::smt {

/// Z3's context and the boolean constants made in it, kept from one test to the next. Not thread-safe.
class SolverContext {
 public:
  SolverContext();
  ~SolverContext();
  SolverContext(const SolverContext&) = delete;
  SolverContext& operator=(const SolverContext&) = delete;

  struct State;
  State& state() { return *state_; }

 private:
  std::unique_ptr<State> state_;
};

enum class Truth { Sat, Unsat, Unknown };

/// Thrown where the deadline expires while clauses are still being made.
struct OutOfTime {};

/// A set of clauses in Z3, solved again and again under assumptions while clauses are added.
class SatSolver : public ClauseSink {
 public:
  /// Both must outlive the solver. A watching thread interrupts the search when the deadline expires; after
  /// such an interruption the context must not be used again (see `interrupted`).
  SatSolver(SolverContext& context, const Deadline& deadline);
  ~SatSolver() override;

  void variable(Lit variable, const VariableName& name) override;
  /// @throws OutOfTime now and then when the deadline has expired, until the encoding is complete
  void clause(const std::vector<Lit>& literals) override;
  /// From now on clauses only follow from answers; running out of time is then left to `check`.
  void completeEncoding() { encoding_ = false; }

  /// Whether the clauses and assumptions are satisfiable; Unknown when the deadline expires.
  Truth check(const std::vector<Lit>& assumptions);
  /// Why the last check was Unknown: "time limit" or "solver: ...".
  const std::string& reason() const { return reason_; }
  /// The value of a literal in the last model; legal after Sat only.
  bool value(Lit literal) const;

  bool interrupted() const;
  std::uint64_t queries() const { return queries_; }
  std::uint64_t models() const { return models_; }

 private:
  void lookAtTheClock();

  struct State;
  std::unique_ptr<State> state_;
  std::string reason_;
  bool encoding_ = true;
  std::uint64_t steps_ = 0;  ///< variables and clauses of the encoding
  std::uint64_t queries_ = 0;
  std::uint64_t models_ = 0;
};

}  // namespace hrfcheck::smt
