#include <algorithm>
#include <array>

#include "frontend/ptx/translate/function_translator.h"

// Integer arithmetic (PTX ISA, 9.7.1 and 9.7.2).

namespace hrfcheck::frontend::ptx {
namespace {

bool isInteger(const PtxType& type) {
  return (type.kind == PtxType::Class::Bits || type.kind == PtxType::Class::Unsigned ||
          type.kind == PtxType::Class::Signed) &&
         type.lanes == 1;
}

bool isSigned(const PtxType& type) {
  return type.kind == PtxType::Class::Signed;
}

}  // namespace

bool FunctionTranslator::integers() {
  constexpr std::array<std::string_view, 17> kIntegerNames = {"add",  "sub",  "mul",   "mad",   "div", "rem",
                                                              "abs",  "neg",  "min",   "max",   "sad", "addc",
                                                              "subc", "madc", "mul24", "mad24", "dp4a"};
  const std::string_view name = in_->name;
  if (std::ranges::find(kIntegerNames, name) == kIntegerNames.end()) {
    return false;
  }
  const PtxType t = type();
  if (t.kind == PtxType::Class::Float) {
    return false;
  }
  if (name == "dp4a" || name == "mul24" || name == "mad24") {
    return false;
  }
  if (!isInteger(t) || has("relu")) {
    defineOpen(operand(0));
    return true;
  }
  if (has("cc") || name == "addc" || name == "subc") {
    name == "mad" || name == "madc" ? multiplyWithCarry()
                                    : withCarry(name.starts_with("sub") ? NumberOp::Sub : NumberOp::Add,
                                                source(1, t.bits), source(2, t.bits));
    return true;
  }
  const NumberPtr zero = literal(0, t.bits);
  if (name == "add" || name == "sub") {
    addSub(name == "sub");
  } else if (name == "mul" || name == "mad") {
    multiply(name == "mad");
  } else if (name == "madc") {
    multiplyWithCarry();
  } else if (name == "div" || name == "rem") {
    const NumberOp op = name == "div" ? (isSigned(t) ? NumberOp::DivSigned : NumberOp::DivUnsigned)
                                      : (isSigned(t) ? NumberOp::RemSigned : NumberOp::RemUnsigned);
    define(0, number(op, t.bits, {source(1, t.bits), source(2, t.bits)}), isSigned(t));
  } else if (name == "min" || name == "max") {
    const NumberOp op = name == "min" ? (isSigned(t) ? NumberOp::MinSigned : NumberOp::MinUnsigned)
                                      : (isSigned(t) ? NumberOp::MaxSigned : NumberOp::MaxUnsigned);
    define(0, number(op, t.bits, {source(1, t.bits), source(2, t.bits)}), isSigned(t));
  } else if (name == "neg") {
    define(0, number(NumberOp::Sub, t.bits, {zero, source(1, t.bits)}), true);
  } else if (name == "abs") {
    const NumberPtr a = source(1, t.bits);
    const NumberPtr negative = numberFrom(NumberOp::LtSigned, t.bits, 1, {a, zero});
    define(0, selected(negative, number(NumberOp::Sub, t.bits, {zero, a}), a), true);
  } else if (name == "sad") {
    const NumberPtr a = source(1, t.bits);
    const NumberPtr b = source(2, t.bits);
    const NumberPtr less =
        numberFrom(isSigned(t) ? NumberOp::LtSigned : NumberOp::LtUnsigned, t.bits, 1, {a, b});
    const NumberPtr difference =
        selected(less, number(NumberOp::Sub, t.bits, {b, a}), number(NumberOp::Sub, t.bits, {a, b}));
    define(0, number(NumberOp::Add, t.bits, {difference, source(3, t.bits)}), isSigned(t));
  } else {
    refuse();
  }
  return true;
}

void FunctionTranslator::addSub(bool subtracts) {
  const PtxType t = type();
  const NumberOp op = subtracts ? NumberOp::Sub : NumberOp::Add;
  if (has("sat")) {
    const unsigned wide = 2U * t.bits;
    saturated(number(op, wide,
                     {signExtended(source(1, t.bits), t.bits, wide),
                      signExtended(source(2, t.bits), t.bits, wide)}),
              t.bits);
    return;
  }
  define(0, number(op, t.bits, {source(1, t.bits), source(2, t.bits)}), isSigned(t));
}

/// A signed number of twice the width, as one of the width.
void FunctionTranslator::saturated(const NumberPtr& wide, unsigned bits) {
  if (wide->bits > 64) {
    refuse("saturation of 64 bits is not supported");
  }
  const NumberPtr most = literal(lowBits(bits - 1), wide->bits);
  const NumberPtr least = literal(~lowBits(bits - 1), wide->bits);
  const NumberPtr clamped =
      number(NumberOp::MaxSigned, wide->bits, {number(NumberOp::MinSigned, wide->bits, {wide, most}), least});
  define(0, resized(clamped, bits), true);
}

/// add.cc, addc, sub.cc, subc: the carry, or the borrow, is in a register of its own.
void FunctionTranslator::withCarry(NumberOp op, const NumberPtr& a, const NumberPtr& b) {
  const PtxType t = type();
  const bool continues = in_->name.ends_with('c');
  const bool subtracts = op == NumberOp::Sub;
  carry_ = carry_ ? carry_ : std::optional(temporary(1));
  const NumberPtr in = continues ? resized(registerNumber(*carry_, 1), t.bits) : literal(0, t.bits);
  const NumberPtr first = number(op, t.bits, {a, b});
  const NumberPtr sum = number(op, t.bits, {first, in});
  const auto below = [&](const NumberPtr& left, const NumberPtr& right) {
    return numberFrom(NumberOp::LtUnsigned, t.bits, 1, {left, right});
  };
  const std::uint32_t next = temporary(1);
  const std::uint32_t result = temporary(t.bits);
  if (has("cc")) {  // of the two steps at most one carries
    emit(Compute{next, number(NumberOp::Or, 1,
                              {subtracts ? below(a, b) : below(first, a),
                               subtracts ? below(first, in) : below(sum, first)})});
  }
  emit(Compute{result, sum});
  if (has("cc")) {
    emit(Compute{*carry_, registerNumber(next, 1)});
  }
  define(0, registerNumber(result, t.bits), isSigned(t));
}

NumberPtr FunctionTranslator::product(const PtxType& t) {
  const NumberPtr a = source(1, t.bits);
  const NumberPtr b = source(2, t.bits);
  if (has("wide")) {
    const unsigned wide = 2U * t.bits;
    if (wide > 64) {
      refuse();
    }
    const auto widened = [&](const NumberPtr& n) {
      return isSigned(t) ? signExtended(n, t.bits, wide) : resized(n, wide);
    };
    return number(NumberOp::Mul, wide, {widened(a), widened(b)});
  }
  if (has("hi")) {
    return number(isSigned(t) ? NumberOp::MulHighSigned : NumberOp::MulHighUnsigned, t.bits, {a, b});
  }
  return number(NumberOp::Mul, t.bits, {a, b});
}

void FunctionTranslator::multiply(bool adds) {
  const PtxType t = type();
  const NumberPtr made = product(t);
  if (!adds) {
    define(0, made, isSigned(t));
    return;
  }
  if (has("sat")) {
    refuse();
  }
  define(0, number(NumberOp::Add, made->bits, {made, source(3, made->bits)}), isSigned(t));
}

void FunctionTranslator::multiplyWithCarry() {
  const PtxType t = type();
  const std::uint32_t made = temporary(t.bits);
  emit(Compute{made, product(t)});
  withCarry(NumberOp::Add, registerNumber(made, t.bits), source(3, t.bits));
}

}  // namespace hrfcheck::frontend::ptx
