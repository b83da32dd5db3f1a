#include "program/expr/float_functions.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <numbers>

#include "program/expr/float_arithmetic.h"
#include "program/expr/float_formats.h"

namespace hrfcheck::inline program {
namespace {

std::uint64_t root(unsigned bits, std::uint64_t operand) {
  const FloatFormat format = floatFormat(bits, false);
  if (bits == 64) {
    return encodedFloat(std::sqrt(std::bit_cast<double>(operand)), format, Rounding::Even);
  }
  const float result = std::sqrt(std::bit_cast<float>(static_cast<std::uint32_t>(operand)));
  return encodedFloat(static_cast<double>(result), format, Rounding::Even);
}

/// The number is reduced before it is multiplied: multiples of 1/2 give 0 and 1 exactly.
long double sineOfPi(long double x) {
  constexpr auto kPi = std::numbers::pi_v<long double>;
  const long double turn = std::remainder(x, 2.0L);  // -1 to 1
  if (turn == 0 || std::abs(turn) == 1) {
    return std::copysign(0.0L, x);
  }
  return std::abs(turn) <= 0.25L || std::abs(turn) >= 0.75L
             ? std::copysign(std::sin(kPi * std::min(std::abs(turn), 1 - std::abs(turn))), turn)
             : std::copysign(std::cos(kPi * (0.5L - std::abs(turn))), turn);
}
long double cosineOfPi(long double x) {
  const long double turn = std::abs(std::remainder(x, 2.0L));  // 0 to 1
  return turn == 0.5L ? 0.0L : sineOfPi(0.5L - turn);
}

using Function = long double (*)(long double);
constexpr std::array<Function, static_cast<std::size_t>(FloatFunction::Gamma) -
                                   static_cast<std::size_t>(FloatFunction::Exp2) + 1>
    kFunctions = {  // as FloatFunction has them
        [](long double x) { return std::exp2(x); },     [](long double x) { return std::log2(x); },
        [](long double x) { return std::sin(x); },      [](long double x) { return std::cos(x); },
        [](long double x) { return std::tanh(x); },     [](long double x) { return 1 / std::sqrt(x); },
        [](long double x) { return std::exp(x); },      [](long double x) { return std::pow(10.0L, x); },
        [](long double x) { return std::expm1(x); },    [](long double x) { return std::log(x); },
        [](long double x) { return std::log10(x); },    [](long double x) { return std::log1p(x); },
        [](long double x) { return std::tan(x); },      [](long double x) { return sineOfPi(x); },
        [](long double x) { return cosineOfPi(x); },    [](long double x) { return std::asin(x); },
        [](long double x) { return std::acos(x); },     [](long double x) { return std::atan(x); },
        [](long double x) { return std::sinh(x); },     [](long double x) { return std::cosh(x); },
        [](long double x) { return std::asinh(x); },    [](long double x) { return std::acosh(x); },
        [](long double x) { return std::atanh(x); },    [](long double x) { return std::cbrt(x); },
        [](long double x) { return 1 / std::cbrt(x); }, [](long double x) { return std::erf(x); },
        [](long double x) { return std::erfc(x); },     [](long double x) { return std::tgamma(x); }};

double ofTwo(FloatFunctionOfTwo which, double a, double b) {
  switch (which) {
    case FloatFunctionOfTwo::Pow:
      return static_cast<double>(std::pow(static_cast<long double>(a), static_cast<long double>(b)));
    case FloatFunctionOfTwo::Atan2:
      return static_cast<double>(std::atan2(static_cast<long double>(a), static_cast<long double>(b)));
    case FloatFunctionOfTwo::Hypot:
      return static_cast<double>(std::hypot(static_cast<long double>(a), static_cast<long double>(b)));
    case FloatFunctionOfTwo::Fmod:  // what is left has no more bits than the operands
      return std::fmod(a, b);
    case FloatFunctionOfTwo::Remainder:
      return std::remainder(a, b);
  }
  return a;
}

}  // namespace

double exactly(FloatFunction which, double x) {
  if (FloatFunction::Exp2 <= which && which <= FloatFunction::Gamma) {
    const auto number = static_cast<std::size_t>(which) - static_cast<std::size_t>(FloatFunction::Exp2);
    return static_cast<double>(kFunctions[number](static_cast<long double>(x)));
  }
  switch (which) {
    case FloatFunction::RoundEven:
      return std::nearbyint(x);
    case FloatFunction::RoundDown:
      return std::floor(x);
    case FloatFunction::RoundUp:
      return std::ceil(x);
    default:
      return std::trunc(x);
  }
}

std::uint64_t computeFloatFunction(FloatFunction which, unsigned bits, std::uint64_t operand) {
  const FloatFormat format = floatFormat(bits, which == FloatFunction::ToBfloat);
  switch (which) {
    case FloatFunction::Sqrt:
      return root(bits, operand);
    case FloatFunction::OfHalf:
    case FloatFunction::OfBfloat:
      return encodedFloat(decodedFloat(operand, floatFormat(16, which == FloatFunction::OfBfloat)), format,
                          Rounding::Even);
    case FloatFunction::ToHalf:
    case FloatFunction::ToBfloat:
      return encodedFloat(std::bit_cast<double>(operand), format, Rounding::Even);
    default:
      return encodedFloat(exactly(which, decodedFloat(operand, format)), format, Rounding::Even);
  }
}

std::uint64_t computeFloatFunction(FloatFunctionOfTwo which, unsigned bits, std::uint64_t left,
                                   std::uint64_t right) {
  const FloatFormat format = floatFormat(bits, false);
  return encodedFloat(ofTwo(which, decodedFloat(left, format), decodedFloat(right, format)), format,
                      Rounding::Even);
}

/// The sum is computed with its error (Knuth's two-sum).
std::uint64_t sumToOdd(std::uint64_t leftWord, std::uint64_t rightWord) {
  const auto left = std::bit_cast<double>(leftWord);
  const auto right = std::bit_cast<double>(rightWord);
  const double sum = left + right;
  const auto word = std::bit_cast<std::uint64_t>(sum);
  if (std::isnan(sum)) {
    return canonicalNan(64);
  }
  if (!std::isfinite(sum)) {
    return word;
  }
  const double part = sum - left;
  const double error = (left - (sum - part)) + (right - part);
  if (error == 0 || (word & 1) != 0) {
    return word;
  }
  return (error > 0) == (sum > 0) ? word + 1 : word - 1;
}

}  // namespace hrfcheck::inline program
