#pragma once

#include <variant>

#include "program/expr/expr.h"

namespace hrfcheck::inline program {

/// Why an expression has no value.
struct NoValue {
  enum class Why {
    DividesByZero,
    OverflowsAddress,  ///< integers alone would give an address (addresses.h)
    Overflows,         ///< a signed result that its kind does not have
    ShiftCount,        ///< a shift by a negative count, or by the width and more
    AssertionFails,
    Uninitialized,
    NotSaid,     ///< it depends on unspecified values (further_operators.h)
    OutOfBounds  ///< an index that an array of a thread does not have
  };
  Why why;
  /// The address; what would be the result, wrapped around at 64 bits; the count; the index.
  Value integer = 0;
  IntegerKind kind = {};  ///< of the operator
  Value size = 0;         ///< OutOfBounds: of the array
};

/// A value, or why there is none.
using Computed = std::variant<Value, NoValue>;

/// One operator on values.
Computed compute(UnaryOp op, Value operand, IntegerKind kind);
Computed compute(BinaryOp op, Value left, Value right, IntegerKind kind);

/// Why an expression has no value, where `read` gives registers their values: the first reason in it; nothing
/// if it has one.
std::optional<NoValue> whyNoValue(const Expr& expr, const std::function<Value(RegisterId)>& read);

/// Whether an expression may have no value for another reason than OverflowsAddress or Overflows, as far as
/// its operators and constants say. True too often at times, never too seldom.
bool mayHaveNoValue(const Expr& expr);

}  // namespace hrfcheck::inline program
