#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "modules/arithmetic.h"

// PTX ISA, 9.7.3 (floats), 9.7.6 (comparisons) and `cvt`, by the host's arithmetic, which is IEEE's.

namespace hrfcheck::modules {
namespace {

using Words = std::vector<std::uint64_t>;

template <typename Float>
using Bits = std::conditional_t<sizeof(Float) == 4, std::uint32_t, std::uint64_t>;

template <typename Float>
Float floatOf(std::uint64_t word) {
  return std::bit_cast<Float>(static_cast<Bits<Float>>(word));
}

/// The ISA leaves open which NaN an operation gives; the reader says that it takes the canonical one.
template <typename Float>
std::uint64_t wordOf(Float value) {
  return std::isnan(value) ? std::uint64_t{std::numeric_limits<Bits<Float>>::max() >> 1}
                           : std::uint64_t{std::bit_cast<Bits<Float>>(value)};
}

/// min and max: the operand that is no NaN, and -0 is less than +0.
template <typename Float>
Float extreme(Float a, Float b, bool least) {
  if (std::isnan(a) || std::isnan(b)) {
    return std::isnan(a) ? b : a;
  }
  if (a == b) {
    return std::signbit(a) == least ? a : b;
  }
  return (a < b) == least ? a : b;
}

template <typename Float>
std::optional<Float> made(const Instruction& in, const Words& o) {
  const auto f = [&](std::size_t i) { return floatOf<Float>(o[i]); };
  const std::string& name = in.name;
  if (name == "add") {
    return f(0) + f(1);
  }
  if (name == "sub") {
    return f(0) - f(1);
  }
  if (name == "mul") {
    return f(0) * f(1);
  }
  if (name == "div") {
    return f(0) / f(1);
  }
  if (name == "rcp") {
    return Float{1} / f(0);
  }
  if (name == "sqrt") {
    return std::sqrt(f(0));
  }
  if (name == "fma") {
    return std::fma(f(0), f(1), f(2));
  }
  if (name == "min" || name == "max") {
    return extreme(f(0), f(1), name == "min");
  }
  return std::nullopt;
}

/// `.sat`: between 0 and 1; a NaN, and -0, become +0.
template <typename Float>
Float saturated(Float value) {
  return value > 0 ? std::min(value, Float{1}) : Float{0};
}

template <typename Float>
std::optional<std::uint64_t> ofFloats(const Instruction& in, const Words& o) {
  constexpr std::uint64_t kSign = std::uint64_t{1} << (sizeof(Float) * 8 - 1);
  if (in.name == "neg") {
    return o[0] ^ kSign;
  }
  if (in.name == "abs") {
    return o[0] & ~kSign;
  }
  if (in.name == "copysign") {
    return (o[0] & kSign) | (o[1] & ~kSign);
  }
  const auto result = made<Float>(in, o);
  if (!result) {
    return std::nullopt;
  }
  return wordOf(in.has("sat") ? saturated(*result) : *result);
}

/// At the rounding of a modifier `.rni .rzi .rmi .rpi`.
template <typename Float>
Float wholeOf(const Instruction& in, Float value) {
  return in.has("rni")   ? std::nearbyint(value)
         : in.has("rmi") ? std::floor(value)
         : in.has("rpi") ? std::ceil(value)
                         : std::trunc(value);
}

/// ISA, `cvt`, "Integer Notes": of a NaN 0, but the highest bit alone where either is of 64 bits; what does
/// not fit is clamped.
std::uint64_t integerOf(const Instruction& in, const Type& to, const Type& from, std::uint64_t word) {
  const long double value = from.bits == 32 ? static_cast<long double>(wholeOf(in, floatOf<float>(word)))
                                            : static_cast<long double>(wholeOf(in, floatOf<double>(word)));
  if (std::isnan(value)) {
    return from.bits == 64 || to.bits == 64 ? std::uint64_t{1} << (to.bits - 1) : 0;
  }
  const long double most = std::ldexp(1.0L, static_cast<int>(to.bits) - (to.isSigned() ? 1 : 0)) - 1;
  const long double least = to.isSigned() ? -most - 1 : 0;
  const long double fits = std::clamp(value, least, most);
  return cut(to.isSigned() ? static_cast<std::uint64_t>(static_cast<std::int64_t>(fits))
                           : static_cast<std::uint64_t>(fits),
             to.bits);
}

std::uint64_t floatOfInteger(const Type& to, const Type& from, std::uint64_t word) {
  if (from.isSigned()) {
    const std::int64_t number = signedOf(word, from.bits);
    return to.bits == 32 ? wordOf(static_cast<float>(number)) : wordOf(static_cast<double>(number));
  }
  return to.bits == 32 ? wordOf(static_cast<float>(word)) : wordOf(static_cast<double>(word));
}

std::uint64_t floatOfFloat(const Instruction& in, const Type& to, const Type& from, std::uint64_t word) {
  const bool whole = in.has("rni") || in.has("rzi") || in.has("rmi") || in.has("rpi");
  if (to.bits == 32) {
    float value = from.bits == 32 ? floatOf<float>(word) : static_cast<float>(floatOf<double>(word));
    value = whole ? wholeOf(in, value) : value;
    return wordOf(in.has("sat") ? saturated(value) : value);
  }
  double value = from.bits == 32 ? static_cast<double>(floatOf<float>(word)) : floatOf<double>(word);
  value = whole ? wholeOf(in, value) : value;
  return wordOf(in.has("sat") ? saturated(value) : value);
}

std::uint64_t integerOfInteger(const Instruction& in, const Type& to, const Type& from, std::uint64_t word) {
  const __int128 number = from.isSigned() ? __int128{signedOf(word, from.bits)} : __int128{word};
  if (!in.has("sat")) {
    return cut(static_cast<std::uint64_t>(number), to.bits);
  }
  const __int128 most = (__int128{1} << (to.bits - (to.isSigned() ? 1 : 0))) - 1;
  const __int128 least = to.isSigned() ? -most - 1 : 0;
  return cut(static_cast<std::uint64_t>(std::clamp(number, least, most)), to.bits);
}

bool orders(const std::string& op, bool less, bool equal) {
  return op == "eq"                 ? equal
         : op == "ne"               ? !equal
         : op == "lt" || op == "lo" ? less
         : op == "le" || op == "ls" ? less || equal
         : op == "gt" || op == "hi" ? !less && !equal
                                    : !less;
}

const std::string& comparisonOf(const Instruction& in) {
  return in.modifiers.front();
}

}  // namespace

bool compares(const Instruction& in, const Type& type, std::uint64_t a, std::uint64_t b) {
  std::string op = comparisonOf(in);
  if (type.kind != 'f') {
    return type.isSigned() ? orders(op, signedOf(a, type.bits) < signedOf(b, type.bits), a == b)
                           : orders(op, a < b, a == b);
  }
  const double left = type.bits == 32 ? floatOf<float>(a) : floatOf<double>(a);
  const double right = type.bits == 32 ? floatOf<float>(b) : floatOf<double>(b);
  const bool unordered = std::isnan(left) || std::isnan(right);
  if (op == "num" || op == "nan") {
    return unordered == (op == "nan");
  }
  const bool holdsOfNan = op.size() == 3;  // equ, neu, ltu ...
  return unordered ? holdsOfNan : orders(op.substr(0, 2), left < right, left == right);
}

std::optional<std::uint64_t> converted(const Instruction& in, std::uint64_t value) {
  const Type& to = in.types.at(0);
  const Type& from = in.types.at(1);
  if (to.kind != 'f' && from.kind != 'f') {
    return integerOfInteger(in, to, from, value);
  }
  return to.kind != 'f'     ? integerOf(in, to, from, value)
         : from.kind != 'f' ? floatOfInteger(to, from, value)
                            : floatOfFloat(in, to, from, value);
}

std::optional<std::uint64_t> computedFloat(const Instruction& in, const Words& o) {
  return in.type().bits == 32 ? ofFloats<float>(in, o) : ofFloats<double>(in, o);
}

std::optional<std::uint64_t> computed(const Instruction& in, const Words& o, bool& carry) {
  if (in.name == "mov") {
    return o[0];
  }
  if (in.name == "cvt") {
    return converted(in, o[0]);
  }
  if (in.name == "selp") {
    return o[2] != 0 ? o[0] : o[1];
  }
  if (in.name == "slct") {
    return signedOf(o[2], 32) >= 0 ? o[0] : o[1];
  }
  if (in.name == "set") {
    const bool holds = compares(in, in.types.at(1), o[0], o[1]);
    return !holds ? 0 : in.types[0].kind == 'f' ? wordOf(1.0F) : cut(~std::uint64_t{0}, 32);
  }
  if (in.type().kind == 'f') {
    return computedFloat(in, o);
  }
  const auto integer = computedInteger(in, o, carry);
  return integer ? integer : computedBits(in, o);
}

}  // namespace hrfcheck::modules
