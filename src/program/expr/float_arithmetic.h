#pragma once

#include <cstdint>

namespace hrfcheck::inline program {

/// Operators on floats of 32 or 64 bits (IEEE 754's binary32 and binary64), which registers and locations
/// hold as their bits.
enum class FloatOp { Add, Mul, Div, Min, Max, Eq, Lt, Le, MulExact, AddFused };

/// The NaN that PTX's operators give (PTX ISA, 9.7.3, "Floating Point Instructions": 0x7fffffff); of 64 bits
/// the one with the same pattern.
constexpr std::uint64_t canonicalNan(unsigned bits) {
  return bits == 32 ? 0x7fff'ffffU : 0x7fff'ffff'ffff'ffffU;
}

/// Rounds to nearest even. Min and Max give the operand that is no NaN, where there is one, and take -0 for
/// less than +0 (PTX ISA, `min`); comparisons give 1 or 0, and 0 where an operand is a NaN.
/// MulExact gives a float of 64 bits, AddFused takes one on its left; both are for 32 bits only.
std::uint64_t computeFloat(FloatOp op, unsigned bits, std::uint64_t left, std::uint64_t right);

/// The nearest float of a signed number.
std::uint64_t floatOfInteger(std::int64_t number, unsigned bits);
/// A float of 32 bits as one of 64, or the other way round.
/// @param bits of the result
std::uint64_t floatOfFloat(std::uint64_t operand, unsigned bits);
/// Towards zero; what does not fit is the nearest number that does. A NaN is 0, and where one of the two has
/// 64 bits the highest bit alone (PTX ISA, `cvt`, "Integer Notes").
std::uint64_t integerOfFloat(std::uint64_t operand, unsigned from, unsigned bits, bool isSigned);

}  // namespace hrfcheck::inline program
