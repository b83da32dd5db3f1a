#include "frontend/lowlevel/values/known.h"

#include <algorithm>
#include <bit>

#include "frontend/lowlevel/values/float_expressions.h"
#include "frontend/lowlevel/values/known_floats.h"
#include "frontend/lowlevel/values/number.h"
#include "program/expr/float_arithmetic.h"

namespace hrfcheck::frontend::lowlevel {
namespace {

using Wide = unsigned __int128;
using SignedWide = __int128;

std::int64_t asSigned(std::uint64_t value, unsigned bits) {
  const unsigned shift = 64 - bits;
  return static_cast<std::int64_t>(value << shift) >> shift;
}

std::uint64_t reversed(std::uint64_t value, unsigned bits) {
  std::uint64_t result = 0;
  for (unsigned b = 0; b < bits; ++b) {
    result = result << 1 | (value >> b & 1);
  }
  return result;
}

std::optional<std::uint64_t> divided(NumberOp op, unsigned bits, std::uint64_t left, std::uint64_t right) {
  if (right == 0) {
    return std::nullopt;
  }
  switch (op) {
    case NumberOp::DivUnsigned:
      return left / right;
    case NumberOp::RemUnsigned:
      return left % right;
    default:
      break;
  }
  const std::int64_t a = asSigned(left, bits);
  const std::int64_t b = asSigned(right, bits);
  if (b == -1) {
    return op == NumberOp::DivSigned ? std::uint64_t{0} - left : 0;
  }
  return static_cast<std::uint64_t>(op == NumberOp::DivSigned ? a / b : a % b);
}

std::uint64_t shifted(NumberOp op, unsigned bits, std::uint64_t value, std::uint64_t count) {
  const std::int64_t isSigned = asSigned(value, bits);
  if (op == NumberOp::ShrSigned) {
    return static_cast<std::uint64_t>(isSigned >> std::min<std::uint64_t>(count, 63));
  }
  if (count >= bits) {
    return 0;
  }
  return op == NumberOp::Shl ? value << count : value >> count;
}

/// Subnormal floats of 32 bits are 0, with their sign.
std::uint64_t flushedWord(std::uint64_t word) {
  return (word & 0x7f80'0000) == 0 ? word & 0x8000'0000 : word;
}

bool compares(NumberOp op, unsigned from, std::uint64_t left, std::uint64_t right) {
  const std::int64_t a = asSigned(left, from);
  const std::int64_t b = asSigned(right, from);
  switch (op) {
    case NumberOp::Eq:
      return left == right;
    case NumberOp::Ne:
      return left != right;
    case NumberOp::LtUnsigned:
      return left < right;
    case NumberOp::LeUnsigned:
      return left <= right;
    case NumberOp::LtSigned:
      return a < b;
    default:
      return a <= b;
  }
}

std::optional<std::uint64_t> raw(const Number& n, std::span<const std::uint64_t> o) {
  const unsigned bits = n.bits;
  switch (n.op) {
    case NumberOp::Literal:
    case NumberOp::Register:
    case NumberOp::ObjectAddress:
    case NumberOp::BuiltIn:
      return n.literal;
    case NumberOp::Not:
      return ~o[0];
    case NumberOp::Truncate:
      return o[0];
    case NumberOp::SignExtend:
      return static_cast<std::uint64_t>(asSigned(o[0], n.from));
    case NumberOp::Add:
      return o[0] + o[1];
    case NumberOp::Sub:
      return o[0] - o[1];
    case NumberOp::Mul:
      return o[0] * o[1];
    case NumberOp::MulHighUnsigned:
      return static_cast<std::uint64_t>(static_cast<Wide>(o[0]) * o[1] >> bits);
    case NumberOp::MulHighSigned:
      return static_cast<std::uint64_t>(
          static_cast<SignedWide>(asSigned(o[0], bits)) * asSigned(o[1], bits) >> bits);
    case NumberOp::DivUnsigned:
    case NumberOp::DivSigned:
    case NumberOp::RemUnsigned:
    case NumberOp::RemSigned:
      return divided(n.op, bits, o[0], o[1]);
    case NumberOp::And:
      return o[0] & o[1];
    case NumberOp::Or:
      return o[0] | o[1];
    case NumberOp::Xor:
      return o[0] ^ o[1];
    case NumberOp::Shl:
    case NumberOp::ShrUnsigned:
    case NumberOp::ShrSigned:
      return shifted(n.op, bits, o[0], o[1]);
    case NumberOp::MinUnsigned:
      return std::min(o[0], o[1]);
    case NumberOp::MaxUnsigned:
      return std::max(o[0], o[1]);
    case NumberOp::MinSigned:
      return asSigned(o[0], bits) < asSigned(o[1], bits) ? o[0] : o[1];
    case NumberOp::MaxSigned:
      return asSigned(o[0], bits) < asSigned(o[1], bits) ? o[1] : o[0];
    case NumberOp::Eq:
    case NumberOp::Ne:
    case NumberOp::LtUnsigned:
    case NumberOp::LtSigned:
    case NumberOp::LeUnsigned:
    case NumberOp::LeSigned:
      return compares(n.op, n.from, o[0], o[1]) ? 1 : 0;
    case NumberOp::Select:
      return o[0] != 0 ? o[1] : o[2];
    case NumberOp::PopCount:
      return static_cast<std::uint64_t>(std::popcount(o[0]));
    case NumberOp::LeadingZeros:
      return static_cast<std::uint64_t>(std::countl_zero(o[0])) - (64U - n.from);
    case NumberOp::ReverseBits:
      return reversed(o[0], bits);
    case NumberOp::FloatEq:
    case NumberOp::FloatLt:
    case NumberOp::FloatLe: {
      const bool flushes = n.from == 32 && FloatMode::unpacked(n.index).flushes;
      const auto word = [&](std::size_t i) { return flushes ? flushedWord(o[i]) : o[i]; };
      return computeFloat(n.op == NumberOp::FloatEq   ? FloatOp::Eq
                          : n.op == NumberOp::FloatLt ? FloatOp::Lt
                                                      : FloatOp::Le,
                          n.from, word(0), word(1));
    }
    case NumberOp::FloatToUnsigned:
    case NumberOp::FloatToSigned:
      return integerOfFloat(o[0], n.from, bits, n.op == NumberOp::FloatToSigned);
    case NumberOp::FloatRoundEven:
    case NumberOp::FloatRoundDown:
    case NumberOp::FloatRoundUp:
    case NumberOp::FloatRoundZero:
      return computeFloatFunction(*functionOf(n.op), bits, o[0]);
    default:  // computeFloatInMode
      break;
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::uint64_t> compute(const Number& number, std::span<const std::uint64_t> operands) {
  if (number.op == NumberOp::NotComputed) {
    return std::nullopt;
  }
  const std::optional<std::uint64_t> inMode =
      number.op >= NumberOp::FloatAdd ? computeFloatInMode(number, operands) : std::nullopt;
  const std::optional<std::uint64_t> result = inMode ? inMode : raw(number, operands);
  return result ? std::optional(*result & lowBits(number.bits)) : std::nullopt;
}

}  // namespace hrfcheck::frontend::lowlevel
