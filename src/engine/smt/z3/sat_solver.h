#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/smt/formula/encoding_limits.h"
#include "engine/smt/z3/solver_context.h"
#include "util/activity.h"
#include "util/process/deadline.h"

namespace hrfcheck::inline engine::smt {

/// Z3 as a solver.
class SatSolver final : public Solver {
 public:
  /// Both must outlive the solver. A search is interrupted when the deadline expires; after such an
  /// interruption the context must not be used again (see `interrupted`).
  /// @param activity where it says how far it is, if anywhere
  /// @param clauseLimit clauses that the encoding may have; 0 for any number
  SatSolver(SolverContext& context, const Deadline& deadline, Activity* activity = nullptr,
            std::uint64_t clauseLimit = 0);
  ~SatSolver() override;

  void variable(Lit variable, const VariableName& name) override;
  void clause(const std::vector<Lit>& literals) override;
  void completeEncoding() override { limits_.complete(); }

  Truth check(const std::vector<Lit>& assumptions) override;
  const std::string& reason() const override { return reason_; }
  bool value(Lit literal) const override;

  bool canEnumerate() override;
  /// Most small tests have no more outcomes, and are spared a second solver.
  std::size_t worthAskingSingly() const override { return 4; }
  Truth enumerate(const std::vector<Lit>& units, const std::vector<Lit>& key,
                  const std::vector<Lit>& wanted) override;
  std::size_t enumerated() const override;
  void show(std::size_t model) override;

  /// A search has been interrupted: the context must not be used again.
  bool interrupted() const;
  SolverCounts counts() const override;

 private:
  Truth ask(const std::vector<Lit>& assumptions);
  Truth search(const std::vector<Lit>& units, const std::vector<Lit>& key, const std::vector<Lit>& wanted);
  template <typename F>
  Truth timed(F&& search);

  struct State;
  EncodingLimits limits_;
  std::unique_ptr<State> state_;
  std::string reason_;
  SolverCounts counts_;
};

}  // namespace hrfcheck::inline engine::smt
