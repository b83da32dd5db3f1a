#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/smt/formula/formula.h"
#include "engine/smt/z3/solver_context.h"
#include "util/activity.h"
#include "util/deadline.h"

namespace hrfcheck::inline engine::smt {

/// The answer of the solver.
enum class Truth { Sat, Unsat, Unknown };

/// What solving took, summed up over all searches.
struct SolverCounts {
  std::uint64_t variables = 0;  ///< of the encoding
  std::uint64_t clauses = 0;    ///< of the encoding
  std::uint64_t queries = 0;
  std::uint64_t models = 0;
  std::uint64_t conflicts = 0;
  std::uint64_t decisions = 0;
  double seconds = 0;  ///< inside the solver
};

/// Thrown by SatSolver::clause where the encoding has more clauses than it may have.
struct TooManyClauses {};

/// A set of clauses, solved again and again under assumptions while clauses are added.
class SatSolver : public ClauseSink {
 public:
  /// Both must outlive the solver. A search is interrupted when the deadline expires; after such an
  /// interruption the context must not be used again (see `interrupted`).
  /// @param activity where it says how far it is, if anywhere
  /// @param clauseLimit clauses that the encoding may have; 0 for any number
  SatSolver(SolverContext& context, const Deadline& deadline, Activity* activity = nullptr,
            std::uint64_t clauseLimit = 0);
  ~SatSolver() override;

  void variable(Lit variable, const VariableName& name) override;
  /// @throws OutOfTime now and then when the deadline has expired, until the encoding is complete
  /// @throws TooManyClauses when the encoding exceeds its limit
  void clause(const std::vector<Lit>& literals) override;
  /// From now on clauses only follow from answers; running out of time is then left to `check`.
  void completeEncoding() { encoding_ = false; }

  /// Whether the clauses and assumptions are satisfiable; Unknown when the deadline expires.
  Truth check(const std::vector<Lit>& assumptions);
  /// Why the last search was Unknown: "time limit" or "solver: ...".
  const std::string& reason() const { return reason_; }
  /// The value of a literal in the model at hand: the last check's, or the one shown; legal after Sat or
  /// `show` only.
  bool value(Lit literal) const;

  /// Whether `enumerate` works with the Z3 that was found.
  bool canEnumerate() const;
  /// Searches for models of the clauses and of `units` that differ in their true literals of `key`, all at
  /// once: Unsat when none is left. Unknown with an empty reason: some may be left that only `check` can
  /// find.
  /// @param key some of these, never constant, are true in each model
  /// @param wanted what `value` will be asked of models shown, besides the key
  Truth enumerate(const std::vector<Lit>& units, const std::vector<Lit>& key, const std::vector<Lit>& wanted);
  /// How many models the enumeration found, whatever its answer.
  std::size_t enumerated() const;
  /// Makes one of them the model at hand.
  void show(std::size_t model);

  bool interrupted() const;
  SolverCounts counts() const;

 private:
  void lookAtTheClock();
  void tellQuestions();
  Truth ask(const std::vector<Lit>& assumptions);
  Truth search(const std::vector<Lit>& units, const std::vector<Lit>& key, const std::vector<Lit>& wanted);
  template <typename F>
  Truth timed(F&& search);

  struct State;
  std::uint64_t clauseLimit_;
  std::unique_ptr<State> state_;
  std::string reason_;
  bool encoding_ = true;
  std::uint64_t steps_ = 0;
  SolverCounts counts_;
};

}  // namespace hrfcheck::inline engine::smt
