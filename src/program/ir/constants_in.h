#pragma once

#include "program/ir/expr.h"

namespace hrfcheck::inline program {

/// Whether some constant in an expression is such a value; not where there is no expression.
bool hasConstant(const ExprPtr& expr, bool (*is)(Value));

}  // namespace hrfcheck::inline program
