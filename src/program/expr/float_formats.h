#pragma once

#include <cstdint>

namespace hrfcheck::inline program {

enum class Rounding : std::uint8_t { Even, Zero, Down, Up };

/// A format of IEEE 754, or bfloat16, which is the upper half of binary32.
struct FloatFormat {
  unsigned bits;
  unsigned mantissa;  ///< bits that are stored
  int least;          ///< exponent of normal numbers

  constexpr std::uint64_t sign() const { return std::uint64_t{1} << (bits - 1); }
  constexpr std::uint64_t infinity() const { return (sign() - 1) & ~((std::uint64_t{1} << mantissa) - 1); }
  /// The one that PTX's operators give.
  constexpr std::uint64_t nan() const { return bits == 64 ? 0x7fff'ffff'ffff'ffffU : (sign() - 1); }
};

constexpr FloatFormat floatFormat(unsigned bits, bool bfloat) {
  return bits == 64              ? FloatFormat{64, 52, -1022}
         : bits == 32            ? FloatFormat{32, 23, -126}
         : bits == 16 && !bfloat ? FloatFormat{16, 10, -14}
                                 : FloatFormat{16, 7, -126};
}

/// The number that a word is.
double decodedFloat(std::uint64_t word, const FloatFormat& format);
/// The word of a number, rounded to the format.
std::uint64_t encodedFloat(double value, const FloatFormat& format, Rounding rounding);

}  // namespace hrfcheck::inline program
