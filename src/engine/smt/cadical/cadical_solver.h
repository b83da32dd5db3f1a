#pragma once

#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "engine/smt/formula/encoding_limits.h"
#include "util/activity.h"
#include "util/process/deadline.h"

namespace hrfcheck::inline engine::smt {

/// CaDiCaL as a solver. It does not enumerate within a search: outcomes are excluded one by one.
class CadicalSolver final : public Solver {
 public:
  /// Both must outlive the solver.
  /// @param activity where it says how far it is, if anywhere
  /// @param clauseLimit clauses that the encoding may have; 0 for any number
  explicit CadicalSolver(const Deadline& deadline, Activity* activity = nullptr,
                         std::uint64_t clauseLimit = 0);
  ~CadicalSolver() override;
  CadicalSolver(const CadicalSolver&) = delete;
  CadicalSolver& operator=(const CadicalSolver&) = delete;

  void variable(Lit variable, const VariableName& name) override;
  void clause(const std::vector<Lit>& literals) override;
  void completeEncoding() override { limits_.complete(); }

  Truth check(const std::vector<Lit>& assumptions) override;
  const std::string& reason() const override { return reason_; }
  bool value(Lit literal) const override;

  bool canEnumerate() override { return false; }
  std::size_t worthAskingSingly() const override { return std::numeric_limits<std::size_t>::max(); }
  Truth enumerate(const std::vector<Lit>& units, const std::vector<Lit>& key,
                  const std::vector<Lit>& wanted) override;
  std::size_t enumerated() const override { return 0; }
  void show(std::size_t model) override;

  SolverCounts counts() const override { return counts_; }

 private:
  struct State;
  EncodingLimits limits_;
  std::unique_ptr<State> state_;
  std::string reason_;
  SolverCounts counts_;
};

/// The version of the CaDiCaL in use, "1.5.3".
std::string cadicalVersion();

}  // namespace hrfcheck::inline engine::smt
