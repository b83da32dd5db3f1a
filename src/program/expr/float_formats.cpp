#include "program/expr/float_formats.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace hrfcheck::inline program {
namespace {

bool roundsAway(double rest, bool odd, bool negative, Rounding rounding) {
  switch (rounding) {
    case Rounding::Even:
      return rest > 0.5 || (rest == 0.5 && odd);
    case Rounding::Zero:
      return false;
    case Rounding::Down:
      return negative && rest != 0;
    case Rounding::Up:
      return !negative && rest != 0;
  }
  return false;
}

}  // namespace

double decodedFloat(std::uint64_t word, const FloatFormat& format) {
  if (format.bits == 64) {
    return std::bit_cast<double>(word);
  }
  if (format.bits == 32 || format.mantissa == 7) {
    const auto bits = static_cast<std::uint32_t>(format.bits == 32 ? word : word << 16);
    return static_cast<double>(std::bit_cast<float>(bits));
  }
  const auto magnitude = static_cast<unsigned>(word & 0x7fff);
  const unsigned exponent = magnitude >> 10;
  const auto fraction = static_cast<double>(magnitude & 0x3ff);
  const double value = exponent == 31  ? (fraction == 0 ? HUGE_VAL : std::nan(""))
                       : exponent == 0 ? std::ldexp(fraction, -24)
                                       : std::ldexp(fraction + 1024, static_cast<int>(exponent) - 25);
  return (word & 0x8000) != 0 ? -value : value;
}

std::uint64_t encodedFloat(double value, const FloatFormat& format, Rounding rounding) {
  if (std::isnan(value)) {
    return format.nan();
  }
  const bool negative = std::signbit(value);
  const std::uint64_t sign = negative ? format.sign() : 0;
  if (value == 0 || std::isinf(value)) {
    return sign | (value == 0 ? 0 : format.infinity());
  }
  const int exponent = std::max(std::ilogb(value), format.least);
  const double scaled = std::ldexp(std::fabs(value), static_cast<int>(format.mantissa) - exponent);
  const double whole = std::floor(scaled);
  auto word = (static_cast<std::uint64_t>(exponent - format.least) << format.mantissa) +
              static_cast<std::uint64_t>(whole);
  word +=
      roundsAway(scaled - whole, (static_cast<std::uint64_t>(whole) & 1) != 0, negative, rounding) ? 1 : 0;
  if (word >= format.infinity()) {
    const bool stays = rounding == Rounding::Zero || (rounding == Rounding::Down && !negative) ||
                       (rounding == Rounding::Up && negative);
    word = format.infinity() - (stays ? 1 : 0);
  }
  return sign | word;
}

}  // namespace hrfcheck::inline program
