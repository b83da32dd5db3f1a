#pragma once

#include <string>
#include <vector>

#include "engine/smt/formula/formula.h"

namespace hrfcheck::inline engine::smt {

/// The answer of a solver.
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

/// Thrown by Solver::clause where the encoding has more clauses than it may have.
struct TooManyClauses {};

/// A set of clauses, solved again and again under assumptions while clauses are added.
class Solver : public ClauseSink {
 public:
  /// @throws OutOfTime now and then when the deadline has expired, until the encoding is complete
  /// @throws TooManyClauses when the encoding exceeds its limit
  void clause(const std::vector<Lit>& literals) override = 0;
  /// From now on clauses only follow from answers; running out of time is then left to `check`.
  virtual void completeEncoding() = 0;

  /// Whether the clauses and assumptions are satisfiable; Unknown when the deadline expires.
  virtual Truth check(const std::vector<Lit>& assumptions) = 0;
  /// Why the last search was Unknown: "time limit" or "solver: ...".
  virtual const std::string& reason() const = 0;
  /// The value of a literal in the model at hand: the last check's, or the one shown; legal after Sat or
  /// `show` only.
  virtual bool value(Lit literal) const = 0;

  /// Whether `enumerate` works with this solver.
  virtual bool canEnumerate() = 0;
  /// How many models are better asked for one by one, each excluded by a clause, before `enumerate` pays off.
  virtual std::size_t worthAskingSingly() const = 0;
  /// Searches for models of the clauses and of `units` that differ in their true literals of `key`, all at
  /// once: Unsat when none is left. Unknown with an empty reason: some may be left that only `check` can
  /// find.
  /// @param key some of these, never constant, are true in each model
  /// @param wanted what `value` will be asked of models shown, besides the key
  virtual Truth enumerate(const std::vector<Lit>& units, const std::vector<Lit>& key,
                          const std::vector<Lit>& wanted) = 0;
  /// How many models the enumeration found, whatever its answer.
  virtual std::size_t enumerated() const = 0;
  /// Makes one of them the model at hand.
  virtual void show(std::size_t model) = 0;

  virtual SolverCounts counts() const = 0;
};

}  // namespace hrfcheck::inline engine::smt
