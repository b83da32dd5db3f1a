#pragma once

#include <optional>

#include "program/ir/further_operators.h"

/// Functions of one float, behind the operators of further_operators.h.
namespace hrfcheck::inline program {

/// Of floats of 32 or 64 bits, the kind's; of a strict kind, subnormal numbers of 32 bits are 0. `Exp2` to
/// `Rsqrt` are rounded correctly, for 32 bits only.
enum class FloatFunction {
  Sqrt,
  Exp2,
  Log2,
  Sin,
  Cos,
  Tanh,
  Rsqrt,
  RoundEven,  ///< to an integer
  RoundDown,
  RoundUp,
  RoundZero,
  OfHalf,  ///< of a float of 16 bits as one of 64, which has room for all of it
  OfBfloat,
  ToHalf,  ///< the nearest float of 16 bits, of one of 64
  ToBfloat
};
constexpr int kFirstFloatFunction = 5;  // behind those of further_operators.h

constexpr UnaryOp operatorOf(FloatFunction function) {
  return furtherUnary(kFirstFloatFunction + static_cast<int>(function));
}
constexpr std::optional<FloatFunction> floatFunctionOf(UnaryOp op) {
  return op >= operatorOf(FloatFunction::Sqrt)
             ? std::optional(static_cast<FloatFunction>(static_cast<int>(op) -
                                                        static_cast<int>(operatorOf(FloatFunction::Sqrt))))
             : std::nullopt;
}

/// The sum of two floats of 64 bits; where it is not exact, the last bit is odd: rounded once more, to 16
/// bits, it is as if it were (Boldo and Melquiond, "Emulation of FMA", 2008).
inline constexpr BinaryOp kFloatAddOdd = furtherBinary(11);

/// One of a float of 32 bits at most, with many more bits than such a float has, or rounded to an integer.
double exactly(FloatFunction function, double operand);

/// @param bits of the result; of ToHalf and ToBfloat the operand has 64
std::uint64_t computeFloatFunction(FloatFunction function, unsigned bits, std::uint64_t operand);
std::uint64_t sumToOdd(std::uint64_t left, std::uint64_t right);

}  // namespace hrfcheck::inline program
