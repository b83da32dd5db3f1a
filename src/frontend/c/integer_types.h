#pragma once

#include <optional>
#include <string_view>

#include "program/ir/expr.h"

/// What C says of the types of integers, as far as arithmetic needs it. Types of one width and signedness are
/// one type here (long and long long); plain kinds, without IntegerKind::strict, stand for them.
namespace hrfcheck::frontend::c {

inline constexpr IntegerKind kInt{32, true};
inline constexpr IntegerKind kLong{64, true};
inline constexpr IntegerKind kBool{1, false};
/// Of variables that are not declared, which C does not have: as in the dialects in columns.
inline constexpr IntegerKind kUndeclared{64, true};

/// `unsigned int`, for messages.
std::string_view typeName(IntegerKind type);

/// `uint`, as OpenCL C calls it.
std::string_view openClName(IntegerKind type);

/// The integer promotions (C11, 6.3.1.1p2).
IntegerKind promoted(IntegerKind type);
/// The usual arithmetic conversions (C11, 6.3.1.8).
IntegerKind commonType(IntegerKind a, IntegerKind b);

/// An integer literal with its type (C11, 6.4.4.1): decimal, octal or hexadecimal, with suffixes.
struct Literal {
  Value value;
  IntegerKind type;
};
/// @param text as written, without a sign
/// @return nothing if no type has the number, or if the text is no number
std::optional<Literal> literalOf(std::string_view text);

/// How a language computes with operands of a type, which they have been converted to (but for the count of a
/// shift).
/// @param shiftsModuloWidth whether the language takes counts of shifts modulo the width (OpenCL
/// C 2.0, 6.3.j)
IntegerKind computedIn(BinaryOp op, IntegerKind type, bool shiftsModuloWidth);
IntegerKind computedIn(UnaryOp op, IntegerKind type);

/// Operators whose operands are converted to a common type: arithmetic, bit operations, comparisons.
bool convertsOperands(BinaryOp op);
/// `==` to `||`: the result is 0 or 1, and an int.
bool givesTruth(BinaryOp op);

/// What an operator makes of constants; nothing if C does not define it.
std::optional<Literal> constantResult(BinaryOp op, const Literal& left, const Literal& right,
                                      bool shiftsModuloWidth);
std::optional<Literal> constantResult(UnaryOp op, const Literal& operand);
/// A constant in another type.
Literal literalIn(IntegerKind type, const Literal& constant);

}  // namespace hrfcheck::frontend::c
