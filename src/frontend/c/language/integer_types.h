#pragma once

#include <optional>
#include <string_view>

#include "program/expr/expr.h"

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
/// Also a character, which is the number of its letter, and the separators of C++.
/// @param text as written, without a sign
/// @return nothing if no type has the number, or if the text is no number
std::optional<Literal> literalOf(std::string_view text);
/// Whether the text of a number has a fraction or an exponent.
bool isFraction(std::string_view text);

/// What of shifts a language defines. To the right, a negative number keeps its sign everywhere.
enum class ShiftRule {
  /// C11, 6.5.7p3-4: a count is less than the width, and a signed number that is shifted to the left is not
  /// negative, and its result fits.
  C,
  /// C++17, [expr.shift] (since C++14, by CWG 1457): the result fits into the unsigned type; so `1 << 31` is
  /// the
  /// smallest int. What compilers of CUDA and HIP compile unless they are told otherwise; in C++20 every
  /// number
  /// may be shifted.
  Cpp,
  /// OpenCL C 3.0, "Shift Operators": shifts are of bits, and of the count only its remainder by the width
  /// matters.
  OfBits
};

/// How a language computes with operands of a type, which they have been converted to (but for the count of a
/// shift). The left shifts of ShiftRule::Cpp are those of C here (lower_arithmetic.cpp has theirs).
IntegerKind computedIn(BinaryOp op, IntegerKind type, ShiftRule shifts);
IntegerKind computedIn(UnaryOp op, IntegerKind type);

/// Operators whose operands are converted to a common type: arithmetic, bit operations, comparisons.
bool convertsOperands(BinaryOp op);

/// What an operator makes of constants; nothing if C does not define it.
std::optional<Literal> constantResult(BinaryOp op, const Literal& left, const Literal& right,
                                      ShiftRule shifts);
std::optional<Literal> constantResult(UnaryOp op, const Literal& operand);
/// A constant in another type.
Literal literalIn(IntegerKind type, const Literal& constant);

}  // namespace hrfcheck::frontend::c
