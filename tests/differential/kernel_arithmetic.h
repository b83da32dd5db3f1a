#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "differential/kernel_tree.h"

namespace hrfcheck::kernels {

/// A number of a type; unsigned numbers of 64 bits from 2^63 on are held as the negative number with the same
/// bits.
struct Typed {
  std::int64_t value = 0;
  IntegerType type;
};

/// C's conversion (C11, 6.3.1.2, 6.3.1.3).
std::int64_t converted(Typed number, IntegerType type);

/// What an operator makes of numbers in OpenCL C; nothing where that is not defined (C11, 6.5p5, 6.5.5), and
/// where the result would be one of the numbers that stand for addresses (docs/litmus.md).
std::optional<Typed> result(Operator op, Typed operand);
std::optional<Typed> result(Operator op, Typed left, Typed right);

/// What a fetch-and-op stores into an object of a type: it wraps around (C11, 7.17.7.5p3).
std::int64_t updated(const std::string& function, IntegerType type, std::int64_t old, std::int64_t operand);

/// Values of what a thread has names for.
struct Reader {
  std::function<Typed(const std::string&)> variable;
  /// Nothing where the index is out of range.
  std::function<std::optional<Typed>(const std::string&, std::int64_t)> element;
  std::function<Typed(Id)> id;
  /// Of a variable, or of the elements of an array.
  std::function<IntegerType(const std::string&)> typeOf;
};
/// Nothing where an operator that is evaluated has no result.
std::optional<Typed> valueOf(const Expr& expr, const Reader& reader);

}  // namespace hrfcheck::kernels
