#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/smt/cadical/cadical_solver.h"
#include "engine/smt/formula/clause_list.h"
#include "engine/smt/z3/sat_solver.h"

namespace hrfcheck::inline engine::smt {

/// CaDiCaL for questions, and Z3 for the enumeration of many models within one search, which CaDiCaL cannot
/// do. Z3 is loaded, and given the clauses, when that is wanted.
class BothSolvers final : public Solver {
 public:
  /// Z3's context, made with the first call. @throws UserError when Z3 cannot be loaded
  using Context = std::function<SolverContext&()>;

  /// Deadline and activity must outlive the solver. After an interrupted enumeration the context must not be
  /// used again (see `interrupted`).
  /// @param mayEnumerate whether clauses are to be kept for an enumeration
  /// @param activity where it says how far it is, if anywhere
  /// @param clauseLimit clauses that the encoding may have; 0 for any number
  BothSolvers(Context context, const Deadline& deadline, bool mayEnumerate, Activity* activity = nullptr,
              std::uint64_t clauseLimit = 0);

  void variable(Lit variable, const VariableName& name) override;
  void clause(const std::vector<Lit>& literals) override;
  void completeEncoding() override { asked_.completeEncoding(); }

  Truth check(const std::vector<Lit>& assumptions) override;
  const std::string& reason() const override { return answered().reason(); }
  bool value(Lit literal) const override { return answered().value(literal); }

  bool canEnumerate() override;
  std::size_t worthAskingSingly() const override;
  Truth enumerate(const std::vector<Lit>& units, const std::vector<Lit>& key,
                  const std::vector<Lit>& wanted) override;
  std::size_t enumerated() const override { return enumerating_->enumerated(); }
  void show(std::size_t model) override;

  /// A search of Z3 has been interrupted: the context must not be used again.
  bool interrupted() const { return enumerating_ && enumerating_->interrupted(); }
  /// Conflicts and decisions are those of Z3.
  SolverCounts counts() const override;

 private:
  const Solver& answered() const;

  Context context_;
  const Deadline& deadline_;
  bool mayEnumerate_;
  CadicalSolver asked_;
  ClauseList clauses_;
  Lit variables_ = 0;
  std::optional<SatSolver> enumerating_;
  bool shows_ = false;  ///< what was enumerated, rather than what was asked
};

}  // namespace hrfcheck::inline engine::smt
