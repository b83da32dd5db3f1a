#include "frontend/lowlevel/values/known_floats.h"

#include <bit>
#include <cfenv>
#include <cmath>

#include "frontend/lowlevel/values/float_expressions.h"
#include "frontend/lowlevel/values/number.h"
#include "program/expr/float_arithmetic.h"

// What the host's arithmetic has is computed by it, in the rounding mode that is asked for. Floats of 16 bits
// are computed as doubles that are rounded to odd: rounding those once more is as if the result were exact
// (Boldo and Melquiond, "Emulation of FMA", 2008).

namespace hrfcheck::frontend::lowlevel {
namespace {

std::uint64_t flushed(std::uint64_t word, const FloatFormat& format, const FloatMode& mode) {
  const bool flushes = mode.flushes && format.bits != 64 && (word & format.infinity()) == 0;
  return flushes ? word & format.sign() : word;
}

int hostMode(Rounding rounding) {
  switch (rounding) {
    case Rounding::Even:
      return FE_TONEAREST;
    case Rounding::Zero:
      return FE_TOWARDZERO;
    case Rounding::Down:
      return FE_DOWNWARD;
    case Rounding::Up:
      return FE_UPWARD;
  }
  return FE_TONEAREST;
}

/// The host's rounding mode, for a while.
class HostRounding {
 public:
  explicit HostRounding(int mode) : before_(std::fegetround()) { std::fesetround(mode); }
  ~HostRounding() { std::fesetround(before_); }
  HostRounding(const HostRounding&) = delete;
  HostRounding& operator=(const HostRounding&) = delete;

 private:
  int before_;
};

/// Volatile operands and results keep the compiler from computing it elsewhere.
template <typename Float>
Float hostResult(NumberOp op, Float a, Float b, Float c) {
  volatile Float left = a;
  volatile Float right = b;
  volatile Float third = c;
  volatile Float result = 0;
  switch (op) {
    case NumberOp::FloatAdd:
      result = left + right;
      break;
    case NumberOp::FloatMul:
      result = left * right;
      break;
    case NumberOp::FloatDiv:
      result = left / right;
      break;
    case NumberOp::FloatFma:
      result = std::fma(left, right, third);
      break;
    default:
      result = std::sqrt(left);
      break;
  }
  return result;
}

/// Rounded to odd: what is not exact ends with a 1.
double oddResult(NumberOp op, double a, double b, double c) {
  const HostRounding mode(FE_TOWARDZERO);
  std::feclearexcept(FE_ALL_EXCEPT);
  const double result = hostResult(op, a, b, c);
  const bool inexact = std::fetestexcept(FE_INEXACT) != 0;
  return inexact && std::isfinite(result) ? std::bit_cast<double>(std::bit_cast<std::uint64_t>(result) | 1)
                                          : result;
}

std::uint64_t arithmetic(const Number& n, const FloatFormat& format, const FloatMode& mode,
                         const std::array<std::uint64_t, 3>& words) {
  if (format.bits == 16) {
    std::array<double, 3> in{};
    for (std::size_t i = 0; i < in.size(); ++i) {
      in[i] = decodedFloat(words[i], format);
    }
    return encodedFloat(oddResult(n.op, in[0], in[1], in[2]), format, mode.rounding);
  }
  const HostRounding host(hostMode(mode.rounding));
  if (format.bits == 32) {
    const auto f = [&](std::size_t i) { return std::bit_cast<float>(static_cast<std::uint32_t>(words[i])); };
    const float result = hostResult(n.op, f(0), f(1), f(2));
    return std::isnan(result) ? format.nan() : std::bit_cast<std::uint32_t>(result);
  }
  const auto d = [&](std::size_t i) { return std::bit_cast<double>(words[i]); };
  const double result = hostResult(n.op, d(0), d(1), d(2));
  return std::isnan(result) ? format.nan() : std::bit_cast<std::uint64_t>(result);
}

std::uint64_t extremum(const Number& n, const FloatFormat& format, std::uint64_t left, std::uint64_t right) {
  const double a = decodedFloat(left, format);
  const double b = decodedFloat(right, format);
  if (std::isnan(a) || std::isnan(b)) {
    return std::isnan(a) && std::isnan(b) ? format.nan() : std::isnan(a) ? right : left;
  }
  const bool leftIsLess = a < b || (a == b && std::signbit(a));
  return leftIsLess == (n.op == NumberOp::FloatMin) ? left : right;
}

std::uint64_t floatOfInteger(const Number& n, const FloatFormat& format, const FloatMode& mode,
                             std::uint64_t word) {
  const bool isSigned = n.op == NumberOp::FloatOfSigned;
  const unsigned shift = 64U - n.from;
  const auto number = static_cast<std::int64_t>(word << shift) >> shift;
  const long double exact = isSigned ? static_cast<long double>(number) : static_cast<long double>(word);
  if (format.bits == 64) {
    const HostRounding host(hostMode(mode.rounding));
    volatile long double from = exact;
    volatile double result = static_cast<double>(from);
    return std::bit_cast<std::uint64_t>(static_cast<double>(result));
  }
  double odd = 0;
  {
    const HostRounding host(FE_TOWARDZERO);
    volatile long double from = exact;
    volatile double result = static_cast<double>(from);
    odd = result;
  }
  if (static_cast<long double>(odd) != exact) {
    odd = std::bit_cast<double>(std::bit_cast<std::uint64_t>(odd) | 1);
  }
  return encodedFloat(odd, format, mode.rounding);
}

}  // namespace

std::optional<std::uint64_t> computeFloatInMode(const Number& n, std::span<const std::uint64_t> operands) {
  const FloatMode mode = FloatMode::unpacked(n.index);
  const FloatFormat format = floatFormat(n.bits, mode.bfloat);
  const auto result = [&](std::uint64_t word) { return std::optional(flushed(word, format, mode)); };
  if (n.op == NumberOp::FloatOfSigned || n.op == NumberOp::FloatOfUnsigned) {
    return floatOfInteger(n, format, mode, operands[0]);
  }
  const FloatFormat from = n.op == NumberOp::FloatOfFloat ? floatFormat(n.from, mode.fromBfloat) : format;
  std::array<std::uint64_t, 3> words{};
  for (std::size_t i = 0; i < std::min(operands.size(), words.size()); ++i) {
    words[i] = flushed(operands[i], from, mode);
  }
  switch (n.op) {
    case NumberOp::FloatAdd:
    case NumberOp::FloatMul:
    case NumberOp::FloatDiv:
    case NumberOp::FloatFma:
    case NumberOp::FloatSqrt:
      return result(arithmetic(n, format, mode, words));
    case NumberOp::FloatMin:
    case NumberOp::FloatMax:
      return result(extremum(n, format, words[0], words[1]));
    case NumberOp::FloatOfFloat:
      return result(encodedFloat(decodedFloat(words[0], from), format, mode.rounding));
    default:
      break;
  }
  if (const auto function = functionOfTwo(n.op)) {
    return computeFloatFunction(*function, n.bits, words[0], words[1]);
  }
  const std::optional<FloatFunction> function = functionOf(n.op);
  const bool computed = function && FloatFunction::Exp2 <= *function && *function <= FloatFunction::Gamma;
  return computed
             ? result(encodedFloat(exactly(*function, decodedFloat(words[0], format)), format, mode.rounding))
             : std::nullopt;
}

}  // namespace hrfcheck::frontend::lowlevel
