#include "program/ir/float_functions.h"

#include <bit>
#include <cmath>

#include "program/ir/float_arithmetic.h"
#include "program/ir/float_formats.h"

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

}  // namespace

double exactly(FloatFunction which, double x) {
  const auto wide = static_cast<long double>(x);
  switch (which) {
    case FloatFunction::Exp2:
      return static_cast<double>(std::exp2(wide));
    case FloatFunction::Log2:
      return static_cast<double>(std::log2(wide));
    case FloatFunction::Sin:
      return static_cast<double>(std::sin(wide));
    case FloatFunction::Cos:
      return static_cast<double>(std::cos(wide));
    case FloatFunction::Tanh:
      return static_cast<double>(std::tanh(wide));
    case FloatFunction::Rsqrt:
      return static_cast<double>(1 / std::sqrt(wide));
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
