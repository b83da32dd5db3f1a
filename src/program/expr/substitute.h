#pragma once

#include <map>
#include <optional>

#include "program/expr/expr.h"

namespace hrfcheck::inline program {

/// The same up to the letter.
bool sameExpr(const Expr& a, const Expr& b);

/// Nothing where it is not a constant.
std::optional<Value> constantValue(const Expr& expr);

/// The expression with registers replaced, constants folded.
ExprPtr substitute(const ExprPtr& expr, const std::map<RegisterId, ExprPtr>& values);

/// A condition as another one, or as the opposite of it: `!(x != 0)` and `x == 0` are the opposite of `x`.
struct Truth {
  ExprPtr expr;
  bool negated = false;
};
Truth truthOf(ExprPtr condition);

}  // namespace hrfcheck::inline program
