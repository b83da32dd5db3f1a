#include <algorithm>
#include <array>

#include "frontend/ptx/translate/function_translator.h"

// Floats (PTX ISA, 9.7.3 to 9.7.5): of 16, 32 and 64 bits, and packed ones by lane.

namespace hrfcheck::frontend::ptx {
namespace {

constexpr PtxType kSingle{PtxType::Class::Float, 32};

std::uint64_t oneOf(unsigned bits, bool bfloat) {
  return bits == 64 ? 0x3ff0'0000'0000'0000 : bits == 32 ? 0x3f80'0000 : bfloat ? 0x3f80 : 0x3c00;
}

struct FunctionRow {
  std::string_view name;
  NumberOp op;
};
constexpr std::array kFunctions = {
    FunctionRow{"sqrt", NumberOp::FloatSqrt},  FunctionRow{"ex2", NumberOp::FloatExp2},
    FunctionRow{"lg2", NumberOp::FloatLog2},   FunctionRow{"sin", NumberOp::FloatSin},
    FunctionRow{"cos", NumberOp::FloatCos},    FunctionRow{"tanh", NumberOp::FloatTanh},
    FunctionRow{"rsqrt", NumberOp::FloatRsqrt}};
constexpr std::array<std::string_view, 13> kNames = {"add", "sub", "mul", "div", "fma",      "mad",  "min",
                                                     "max", "neg", "abs", "rcp", "copysign", "testp"};

}  // namespace

FloatMode FunctionTranslator::floatMode(const PtxType& to, const PtxType& from) const {
  FloatMode mode;
  mode.rounding = has("rz")   ? Rounding::Zero
                  : has("rm") ? Rounding::Down
                  : has("rp") ? Rounding::Up
                              : Rounding::Even;
  mode.flushes = has("ftz") && to.laneBits() != 64;
  mode.bfloat = to.bfloat;
  mode.fromBfloat = from.bfloat;
  mode.approximate = has("approx") || has("full");
  return mode;
}

NumberPtr FunctionTranslator::inMode(const NumberPtr& op, const PtxType& to, const PtxType& from) const {
  Number made = *op;
  made.index = floatMode(to, from).packed();
  return std::make_shared<const Number>(std::move(made));
}

NumberPtr FunctionTranslator::floatOfFloat(const PtxType& to, const PtxType& from,
                                           const NumberPtr& value) const {
  return inMode(numberFrom(NumberOp::FloatOfFloat, from.laneBits(), to.laneBits(), {value}), to, from);
}

/// As a float of 32 bits at least.
NumberPtr FunctionTranslator::widened(const PtxType& type, const NumberPtr& value) const {
  return type.laneBits() == 16 ? floatOfFloat(kSingle, type, value) : value;
}

NumberPtr FunctionTranslator::isNan(const PtxType& type, const NumberPtr& value) const {
  const NumberPtr wide = widened(type, value);
  return number(NumberOp::Not, 1, {numberFrom(NumberOp::FloatEq, wide->bits, 1, {wide, wide})});
}

/// A lane of an operand.
NumberPtr FunctionTranslator::floatLane(std::size_t i, const PtxType& type, unsigned lane) {
  const NumberPtr all = type.lanes == 1 ? floatSource(i, type.bits) : source(i, type.bits);
  const NumberPtr moved =
      lane == 0 ? all
                : number(NumberOp::ShrUnsigned, type.bits, {all, literal(lane * type.laneBits(), type.bits)});
  return resized(moved, type.laneBits());
}

/// `.relu`: not below 0, and a NaN is one. `.sat`: between 0 and 1, and a NaN is 0.
NumberPtr FunctionTranslator::finished(const PtxType& type, const NumberPtr& result) const {
  const unsigned bits = type.laneBits();
  const auto made = [&](NumberOp op, const NumberPtr& a, const NumberPtr& b) {
    return inMode(number(op, bits, {a, b}), type, type);
  };
  const NumberPtr notBelow = made(NumberOp::FloatMax, result, literal(0, bits));
  if (has("sat")) {
    return made(NumberOp::FloatMin, notBelow, literal(oneOf(bits, type.bfloat), bits));
  }
  return has("relu") ? selected(isNan(type, result), result, notBelow) : result;
}

NumberPtr FunctionTranslator::floatResult(const PtxType& t, unsigned lane) {
  const std::string_view name = in_->name;
  const unsigned bits = t.laneBits();
  const NumberPtr sign = literal(std::uint64_t{1} << (bits - 1U), bits);
  const auto in = [&](std::size_t i) { return floatLane(i, t, lane); };
  const auto made = [&](NumberOp op, std::vector<NumberPtr> operands) {
    return inMode(number(op, bits, std::move(operands)), t, t);
  };
  if (name == "add" || name == "mul" || name == "div") {
    return made(name == "add"   ? NumberOp::FloatAdd
                : name == "mul" ? NumberOp::FloatMul
                                : NumberOp::FloatDiv,
                {in(1), in(2)});
  }
  if (name == "sub") {
    return made(NumberOp::FloatAdd, {in(1), number(NumberOp::Xor, bits, {in(2), sign})});
  }
  if (name == "rcp") {
    return made(NumberOp::FloatDiv, {literal(oneOf(bits, t.bfloat), bits), in(1)});
  }
  if (name == "fma" || name == "mad") {
    return made(NumberOp::FloatFma, {in(1), in(2), in(3)});
  }
  if (name == "min" || name == "max") {
    NumberPtr result = in(1);
    NumberPtr nan = isNan(t, result);
    for (std::size_t i = 2; i < in_->operands.size(); ++i) {
      result = made(name == "min" ? NumberOp::FloatMin : NumberOp::FloatMax, {result, in(i)});
      nan = number(NumberOp::Or, 1, {nan, isNan(t, in(i))});
    }
    return has("NaN") ? selected(nan, literal(lowBits(bits - 1), bits), result) : result;
  }
  if (name == "neg") {
    return number(NumberOp::Xor, bits, {in(1), sign});
  }
  if (name == "abs") {
    return number(NumberOp::And, bits, {in(1), number(NumberOp::Not, bits, {sign})});
  }
  if (name == "copysign") {  // d, a, b: the sign of a
    return number(NumberOp::Or, bits,
                  {number(NumberOp::And, bits, {in(1), sign}),
                   number(NumberOp::And, bits, {in(2), number(NumberOp::Not, bits, {sign})})});
  }
  return made(std::ranges::find(kFunctions, name, &FunctionRow::name)->op, {in(1)});
}

bool FunctionTranslator::floats() {
  const std::string_view name = in_->name;
  if (std::ranges::find(kNames, name) == kNames.end() &&
      std::ranges::find(kFunctions, name, &FunctionRow::name) == kFunctions.end()) {
    return false;
  }
  const PtxType t = type();
  if (t.kind != PtxType::Class::Float) {
    return false;
  }
  const bool tensorFloat = t.bfloat && t.laneBits() == 32;
  if (name == "testp" || types().size() > 1 || has("xorsign") || has("oob") || tensorFloat) {
    defineOpen(operand(0));
    return true;
  }
  NumberPtr result;
  for (unsigned lane = 0; lane < t.lanes; ++lane) {
    const NumberPtr part = resized(finished(t, floatResult(t, lane)), t.bits);
    const NumberPtr shift = literal(lane * t.laneBits(), t.bits);
    result = lane == 0 ? part
                       : number(NumberOp::Or, t.bits, {result, number(NumberOp::Shl, t.bits, {part, shift})});
  }
  define(0, result);
  return true;
}

/// cvt where one side is a float.
void FunctionTranslator::convertFloat(const PtxType& to, const PtxType& from) {
  const bool toFloat = to.kind == PtxType::Class::Float;
  const bool fromFloat = from.kind == PtxType::Class::Float;
  const bool packs = to.lanes == 2 && from.lanes == 1 && fromFloat && in_->operands.size() == 3;
  const bool tensorFloat =
      (toFloat && to.bfloat && to.laneBits() == 32) || (from.bfloat && from.laneBits() == 32);
  if (tensorFloat || has("rna") || has("rs") || (!packs && (to.lanes != 1 || from.lanes != 1))) {
    defineOpen(operand(0));
    return;
  }
  if (packs) {  // d, a, b: b is the lowest lane
    const NumberPtr upper = finished(to, floatOfFloat(to, from, floatSource(1, from.bits)));
    const NumberPtr lower = finished(to, floatOfFloat(to, from, floatSource(2, from.bits)));
    define(0, number(NumberOp::Or, 32,
                     {resized(lower, 32), number(NumberOp::Shl, 32, {resized(upper, 32), literal(16, 32)})}));
    return;
  }
  if (!fromFloat) {
    const NumberOp op =
        from.kind == PtxType::Class::Signed ? NumberOp::FloatOfSigned : NumberOp::FloatOfUnsigned;
    define(0, finished(to, inMode(numberFrom(op, from.bits, to.bits, {source(1, from.bits)}), to, from)));
    return;
  }
  const PtxType wide = from.bits == 16 ? kSingle : from;
  const bool integral = has("rni") || has("rzi") || has("rmi") || has("rpi");
  const auto integer = [&](const NumberPtr& value) {
    const NumberOp op = has("rzi")   ? NumberOp::FloatRoundZero
                        : has("rmi") ? NumberOp::FloatRoundDown
                        : has("rpi") ? NumberOp::FloatRoundUp
                                     : NumberOp::FloatRoundEven;
    return number(op, wide.bits, {value});
  };
  const NumberPtr value = floatSource(1, from.bits);
  if (toFloat) {
    const NumberPtr result =
        integral ? floatOfFloat(to, wide, integer(widened(from, value))) : floatOfFloat(to, from, value);
    define(0, finished(to, result));
    return;
  }
  NumberPtr whole = widened(from, value);
  if (has("ftz") && wide.bits == 32) {
    whole = floatOfFloat(kSingle, kSingle, whole);
  }
  whole = has("rzi") ? whole : integer(whole);
  const bool isSigned = to.kind == PtxType::Class::Signed;
  define(
      0,
      numberFrom(isSigned ? NumberOp::FloatToSigned : NumberOp::FloatToUnsigned, wide.bits, to.bits, {whole}),
      isSigned);
}

}  // namespace hrfcheck::frontend::ptx
