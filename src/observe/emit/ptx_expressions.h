#pragma once

#include <string>
#include <vector>

#include "program/ir/program.h"

namespace hrfcheck::inline observe {

/// Expressions of one thread as PTX: register K of the thread is rK, and what is computed on the way is in tK
/// and pK.
class PtxExpressions {
 public:
  /// @param lines where instructions are added
  explicit PtxExpressions(std::vector<std::string>& lines) : lines_(lines) {}

  /// `r1`, `5`, `t0`.
  /// @throws UserError for an operator without an instruction
  std::string value(const Expr& expr);
  /// A predicate that is true where the value is not 0.
  std::string truth(const Expr& expr);
  std::string predicateOf(RegisterId reg);

  unsigned temporaries() const { return temporaries_; }
  unsigned predicates() const { return predicates_; }

 private:
  std::string unary(const UnaryExpr& expr);
  std::string binary(const BinaryExpr& expr);
  std::string selection(const SelectExpr& expr);
  std::string numberOf(const std::string& predicate);
  std::string compute(const std::string& word, const std::string& operands);
  std::string temporary() { return "t" + std::to_string(temporaries_++); }
  std::string predicate() { return "p" + std::to_string(predicates_++); }

  std::vector<std::string>& lines_;
  unsigned temporaries_ = 0;
  unsigned predicates_ = 0;
};

}  // namespace hrfcheck::inline observe
