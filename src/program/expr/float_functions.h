#pragma once

#include <optional>

#include "program/expr/further_operators.h"

/// Functions of one float, behind the operators of further_operators.h.
namespace hrfcheck::inline program {

/// Of floats of 32 or 64 bits, the kind's; of a strict kind, subnormal numbers of 32 bits are 0. `Exp2` to
/// `Gamma` are rounded correctly for 32 bits; for 64 the last bit may be another one.
enum class FloatFunction {
  Sqrt,
  Exp2,
  Log2,
  Sin,
  Cos,
  Tanh,
  Rsqrt,
  Exp,
  Exp10,  ///< 10^x
  Expm1,  ///< e^x - 1
  Log,
  Log10,
  Log1p,  ///< log(1 + x)
  Tan,
  SinPi,  ///< sin(pi x)
  CosPi,
  Asin,
  Acos,
  Atan,
  Sinh,
  Cosh,
  Asinh,
  Acosh,
  Atanh,
  Cbrt,
  Rcbrt,  ///< 1 / cbrt(x)
  Erf,
  Erfc,
  Gamma,
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

/// Functions of two floats of the kind's 32 or 64 bits. `Pow`, `Atan2` and `Hypot` are rounded as those of
/// one are.
enum class FloatFunctionOfTwo { Pow, Atan2, Hypot, Fmod, Remainder };
constexpr int kFirstFunctionOfTwo = 12;

constexpr BinaryOp operatorOf(FloatFunctionOfTwo function) {
  return furtherBinary(kFirstFunctionOfTwo + static_cast<int>(function));
}
constexpr std::optional<FloatFunctionOfTwo> functionOfTwo(BinaryOp op) {
  const int number = static_cast<int>(op) - static_cast<int>(operatorOf(FloatFunctionOfTwo::Pow));
  return number >= 0 ? std::optional(static_cast<FloatFunctionOfTwo>(number)) : std::nullopt;
}

/// The sum of two floats of 64 bits; where it is not exact, the last bit is odd: rounded once more, to 16
/// bits, it is as if it were (Boldo and Melquiond, "Emulation of FMA", 2008).
inline constexpr BinaryOp kFloatAddOdd = furtherBinary(11);

/// With many more bits than a float of 32 bits has, or rounded to an integer.
double exactly(FloatFunction function, double operand);

/// @param bits of the result; of ToHalf and ToBfloat the operand has 64
std::uint64_t computeFloatFunction(FloatFunction function, unsigned bits, std::uint64_t operand);
std::uint64_t computeFloatFunction(FloatFunctionOfTwo function, unsigned bits, std::uint64_t left,
                                   std::uint64_t right);
std::uint64_t sumToOdd(std::uint64_t left, std::uint64_t right);

}  // namespace hrfcheck::inline program
