#include "program/expr/float_arithmetic.h"

#include <bit>
#include <cmath>

#include "program/expr/float_functions.h"

namespace hrfcheck::inline program {
namespace {

template <typename Float>
Float extremum(bool least, Float left, Float right) {
  if (std::isnan(left) || std::isnan(right)) {
    return std::isnan(left) ? right : left;
  }
  const bool leftIsLess = left < right || (left == right && std::signbit(left));
  return leftIsLess == least ? left : right;
}

template <typename Float, typename Bits>
std::uint64_t computed(FloatOp op, Bits leftBits, Bits rightBits) {
  const auto left = std::bit_cast<Float>(leftBits);
  const auto right = std::bit_cast<Float>(rightBits);
  Float result = 0;
  switch (op) {
    case FloatOp::Add:
      result = left + right;
      break;
    case FloatOp::Mul:
      result = left * right;
      break;
    case FloatOp::Div:
      result = left / right;
      break;
    case FloatOp::Min:
      result = extremum(true, left, right);
      break;
    case FloatOp::Max:
      result = extremum(false, left, right);
      break;
    case FloatOp::Eq:
      return left == right ? 1 : 0;
    case FloatOp::Lt:
      return left < right ? 1 : 0;
    case FloatOp::Le:
      return left <= right ? 1 : 0;
    case FloatOp::MulExact:
    case FloatOp::AddFused:
      break;
  }
  return std::isnan(result) ? canonicalNan(sizeof(Float) * 8) : std::bit_cast<Bits>(result);
}

float floatOf(std::uint64_t word) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(word));
}

std::uint64_t fusedSum(std::uint64_t product, float addend) {
  const std::uint64_t sum = sumToOdd(product, std::bit_cast<std::uint64_t>(static_cast<double>(addend)));
  const auto result = static_cast<float>(std::bit_cast<double>(sum));
  return std::isnan(result) ? canonicalNan(32) : std::bit_cast<std::uint32_t>(result);
}

}  // namespace

std::uint64_t computeFloat(FloatOp op, unsigned bits, std::uint64_t left, std::uint64_t right) {
  if (op == FloatOp::MulExact) {
    return std::bit_cast<std::uint64_t>(static_cast<double>(floatOf(left)) *
                                        static_cast<double>(floatOf(right)));
  }
  if (op == FloatOp::AddFused) {
    return fusedSum(left, floatOf(right));
  }
  return bits == 32 ? computed<float>(op, static_cast<std::uint32_t>(left), static_cast<std::uint32_t>(right))
                    : computed<double>(op, left, right);
}

std::uint64_t floatOfInteger(std::int64_t number, unsigned bits) {
  return bits == 32 ? std::bit_cast<std::uint32_t>(static_cast<float>(number))
                    : std::bit_cast<std::uint64_t>(static_cast<double>(number));
}

std::uint64_t floatOfFloat(std::uint64_t operand, unsigned bits) {
  if (bits == 32) {
    const auto narrow = static_cast<float>(std::bit_cast<double>(operand));
    return std::isnan(narrow) ? canonicalNan(32) : std::bit_cast<std::uint32_t>(narrow);
  }
  const auto wide = static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(operand)));
  return std::isnan(wide) ? canonicalNan(64) : std::bit_cast<std::uint64_t>(wide);
}

std::uint64_t integerOfFloat(std::uint64_t operand, unsigned from, unsigned bits, bool isSigned) {
  const double value = std::trunc(std::bit_cast<double>(from == 32 ? floatOfFloat(operand, 64) : operand));
  const unsigned valueBits = isSigned ? bits - 1 : bits;
  const std::uint64_t most = valueBits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << valueBits) - 1;
  const double top = std::ldexp(1.0, static_cast<int>(valueBits));
  if (std::isnan(value)) {
    const std::uint64_t highest = isSigned ? ~most : most - (most >> 1);
    return from == 64 || bits == 64 ? highest : 0;
  }
  if (value >= top) {
    return most;
  }
  if (isSigned) {
    return value < -top ? ~most : static_cast<std::uint64_t>(static_cast<std::int64_t>(value));
  }
  return value <= 0 ? 0 : static_cast<std::uint64_t>(value);
}

}  // namespace hrfcheck::inline program
