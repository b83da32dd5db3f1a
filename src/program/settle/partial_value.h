#pragma once

#include <optional>
#include <variant>
#include <vector>

#include "program/expr/arithmetic.h"
#include "program/expr/expr.h"

namespace hrfcheck::inline program {

/// The registers of a thread whose values are known without knowing which execution it is; nothing for the
/// others.
using KnownRegisters = std::vector<std::optional<Value>>;

/// It depends on a register whose value is not known, or on contents of which nothing says what they are
/// (isUnknown).
struct NotKnown {};

/// What is known of the value of an expression: it, that there is none, or nothing.
using PartialValue = std::variant<Value, NoValue, NotKnown>;

PartialValue partialValue(const Expr& expr, const KnownRegisters& registers);

/// The expression with the registers that are known as constants; itself where there is none in it.
ExprPtr withKnown(const ExprPtr& expr, const KnownRegisters& registers);

}  // namespace hrfcheck::inline program
