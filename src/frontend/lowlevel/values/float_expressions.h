#pragma once

#include <optional>
#include <vector>

#include "frontend/lowlevel/values/number.h"
#include "program/expr/expr.h"
#include "program/expr/float_functions.h"

namespace hrfcheck::frontend::lowlevel {

/// Operators that give a float of floats.
bool isFloatArithmetic(NumberOp op);

/// The function of one float that an operator is.
std::optional<FloatFunction> functionOf(NumberOp op);
/// The function of two.
std::optional<FloatFunctionOfTwo> functionOfTwo(NumberOp op);

/// The expression of such an operator. Nothing where there is none: other roundings than to nearest, and
/// fused operations of 64 bits.
ExprPtr floatExpression(const Number& number, const std::vector<ExprPtr>& operands);

}  // namespace hrfcheck::frontend::lowlevel
