#include <algorithm>
#include <array>

#include "frontend/ptx/function_translator.h"

// Floats (PTX ISA, 9.7.3): of 32 and 64 bits, rounded to nearest even.

namespace hrfcheck::frontend::ptx {
namespace {

using lowlevel::literal;
using lowlevel::number;

constexpr std::uint64_t kOne32 = 0x3f80'0000;
constexpr std::uint64_t kOne64 = 0x3ff0'0000'0000'0000;

}  // namespace

void FunctionTranslator::requirePlainFloat(const PtxType& type) const {
  if ((type.bits != 32 && type.bits != 64) || type.lanes != 1 || type.bfloat) {
    refuse("floats of other than 32 or 64 bits are not supported");
  }
  if (has("ftz")) {
    refuse("that subnormal numbers are flushed is not supported");
  }
}

lowlevel::NumberPtr FunctionTranslator::negatedFloat(const NumberPtr& value) const {
  return number(NumberOp::Xor, value->bits,
                {value, literal(std::uint64_t{1} << (value->bits - 1U), value->bits)});
}

/// `.sat`: between 0 and 1, and a NaN is 0.
lowlevel::NumberPtr FunctionTranslator::clampedToOne(const NumberPtr& value) {
  const unsigned bits = value->bits;
  const NumberPtr most = number(NumberOp::FloatMax, bits, {value, literal(0, bits)});
  return number(NumberOp::FloatMin, bits, {most, literal(bits == 32 ? kOne32 : kOne64, bits)});
}

bool FunctionTranslator::floats() {
  constexpr std::array<std::string_view, 13> kNames = {"add", "sub", "mul", "div",  "fma", "mad",     "min",
                                                       "max", "neg", "abs", "sqrt", "rcp", "copysign"};
  const std::string_view name = in_->name;
  if (std::ranges::find(kNames, name) == kNames.end()) {
    return false;
  }
  const PtxType t = type();
  if (t.kind != PtxType::Class::Float) {
    return false;
  }
  requirePlainFloat(t);
  if (has("rz") || has("rm") || has("rp") || has("approx") || has("full")) {
    refuse(has("approx") || has("full") ? "approximate results are not supported"
                                        : "only rounding to nearest is supported");
  }
  if (has("NaN") || has("xorsign") || has("relu")) {
    refuse();
  }
  const unsigned bits = t.bits;
  const auto in = [&](std::size_t i) { return floatSource(i, bits); };
  const auto made = [&](NumberOp op, std::vector<NumberPtr> operands) {
    return number(op, bits, std::move(operands));
  };
  const NumberPtr sign = literal(std::uint64_t{1} << (bits - 1U), bits);
  NumberPtr result;
  if (name == "add") {
    result = made(NumberOp::FloatAdd, {in(1), in(2)});
  } else if (name == "sub") {
    result = made(NumberOp::FloatAdd, {in(1), negatedFloat(in(2))});
  } else if (name == "mul") {
    result = made(NumberOp::FloatMul, {in(1), in(2)});
  } else if (name == "div") {
    result = made(NumberOp::FloatDiv, {in(1), in(2)});
  } else if (name == "rcp") {
    result = made(NumberOp::FloatDiv, {literal(bits == 32 ? kOne32 : kOne64, bits), in(1)});
  } else if (name == "fma" || name == "mad") {
    result = made(NumberOp::FloatFma, {in(1), in(2), in(3)});
  } else if (name == "sqrt") {
    result = made(NumberOp::FloatSqrt, {in(1)});
  } else if (name == "min" || name == "max") {
    if (in_->operands.size() > 3) {
      refuse();
    }
    result = made(name == "min" ? NumberOp::FloatMin : NumberOp::FloatMax, {in(1), in(2)});
  } else if (name == "neg") {
    result = negatedFloat(in(1));
  } else if (name == "abs") {
    result = number(NumberOp::And, bits, {in(1), number(NumberOp::Not, bits, {sign})});
  } else {  // copysign.f32 d, a, b: the sign of a
    result = number(NumberOp::Or, bits,
                    {number(NumberOp::And, bits, {in(1), sign}),
                     number(NumberOp::And, bits, {in(2), number(NumberOp::Not, bits, {sign})})});
  }
  define(0, has("sat") ? clampedToOne(result) : result);
  return true;
}

}  // namespace hrfcheck::frontend::ptx
