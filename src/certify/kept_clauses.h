#pragma once

#include <vector>

#include "engine/smt/formula/formula.h"

namespace hrfcheck::inline certify {

/// Keeps the clauses of the formula, and hands them to a solver, if there is one.
class KeptClauses final : public smt::ClauseSink {
 public:
  /// @param next may be null; must outlive this
  explicit KeptClauses(smt::ClauseSink* next) : next_(next) {}

  void variable(smt::Lit variable, const smt::VariableName& name) override {
    variables_ = kept_ ? variable : variables_;
    if (next_ != nullptr) {
      next_->variable(variable, name);
    }
  }
  void clause(const std::vector<smt::Lit>& literals) override {
    if (kept_) {
      clauses_.push_back(literals);
    }
    if (next_ != nullptr) {
      next_->clause(literals);
    }
  }
  /// From now on clauses are no part of the formula.
  void close() { kept_ = false; }

  const std::vector<std::vector<smt::Lit>>& clauses() const { return clauses_; }
  smt::Lit variables() const { return variables_; }

 private:
  smt::ClauseSink* next_;
  std::vector<std::vector<smt::Lit>> clauses_;
  smt::Lit variables_ = 0;
  bool kept_ = true;
};

}  // namespace hrfcheck::inline certify
