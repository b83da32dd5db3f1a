#include <fmt/format.h>

#include "frontend/lowlevel/module/address_map.h"
#include "frontend/ptx/translate/function_translator.h"

// Moves, conversions of integers and addresses (PTX ISA, 9.7.9).

namespace hrfcheck::frontend::ptx {
namespace {

bool isFloat(const PtxType& type) {
  return type.kind == PtxType::Class::Float;
}

}  // namespace

bool FunctionTranslator::moves() {
  const std::string_view name = in_->name;
  if (name == "mov") {
    move();
  } else if (name == "selp") {
    const PtxType t = type();
    const auto chosen = [&](std::size_t i) {
      return isFloat(t) ? floatSource(i, t.bits) : source(i, t.bits);
    };
    define(0, selected(source(3, 1), chosen(1), chosen(2)), t.kind == PtxType::Class::Signed);
  } else if (name == "slct") {
    if (types().size() != 2) {
      refuse();
    }
    const PtxType t = types().front();
    if (isFloat(type())) {  // c is a float: -0 is not below 0, and what a NaN chooses is b
      const NumberPtr zero = literal(0, 32);
      const NumberPtr chooses =
          inMode(numberFrom(NumberOp::FloatLe, 32, 1, {zero, floatSource(3, 32)}), type(), type());
      define(0, selected(chooses, source(1, t.bits), source(2, t.bits)));
      return true;
    }
    const NumberPtr negative = numberFrom(NumberOp::LtSigned, 32, 1, {source(3, 32), literal(0, 32)});
    define(0, selected(negative, source(2, t.bits), source(1, t.bits)));
  } else if (name == "cvt") {
    convert();
  } else if (name == "cvta") {
    convertAddress();
  } else if (name == "isspacep") {
    isInSpace();
  } else if (name == "createpolicy") {
    define(0, literal(0, 64));
  } else {
    return false;
  }
  return true;
}

void FunctionTranslator::move() {
  const PtxType t = type();
  const PtxOperand& target = operand(0);
  const PtxOperand& from = operand(1);
  if (target.kind == PtxOperand::Kind::Vector) {
    unpack();
    return;
  }
  if (from.kind == PtxOperand::Kind::Label) {
    refuse("the address of a label is not supported");
  }
  if (from.kind == PtxOperand::Kind::Name) {
    define(0, literal(addressOfFunction(functionNamed(from.text)), 64));
    return;
  }
  define(0, isFloat(t) ? floatSource(1, t.bits) : source(1, t.bits), t.kind == PtxType::Class::Signed);
}

/// `mov.b64 {%r1, %r2}, %rd1`: the lowest bits first.
void FunctionTranslator::unpack() {
  const unsigned bits = type().bits;
  const std::vector<PtxOperand>& parts = operand(0).parts;
  const auto each = static_cast<unsigned>(bits / parts.size());
  const std::uint32_t whole = temporary(bits);
  emit(Compute{whole, source(1, bits)});
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const NumberPtr moved =
        number(NumberOp::ShrUnsigned, bits, {registerNumber(whole, bits), literal(i * each, bits)});
    defineAt(parts[i], resized(moved, each));
  }
}

/// cvt of integers: `.sat` clamps to the range of the result.
NumberPtr FunctionTranslator::convertedInteger(const PtxType& to, const PtxType& from,
                                               const NumberPtr& value) {
  const bool fromSigned = from.kind == PtxType::Class::Signed;
  const bool toSigned = to.kind == PtxType::Class::Signed;
  const NumberPtr wide = fromSigned ? signExtended(value, from.bits, 64) : resized(value, 64);
  if (!has("sat")) {
    return resized(wide, to.bits);
  }
  const NumberPtr most = literal(toSigned ? lowBits(to.bits - 1U) : lowBits(to.bits), 64);
  if (!fromSigned) {
    return resized(number(NumberOp::MinUnsigned, 64, {wide, most}), to.bits);
  }
  const NumberPtr least = toSigned ? literal(~lowBits(to.bits - 1U), 64) : literal(0, 64);
  const NumberPtr raised = number(NumberOp::MaxSigned, 64, {wide, least});
  const bool reaches = toSigned || to.bits < 64;
  return resized(reaches ? number(NumberOp::MinSigned, 64, {raised, most}) : raised, to.bits);
}

void FunctionTranslator::convert() {
  const std::vector<PtxType> all = types();
  if (all.size() != 2 || has("pack") || all[0].bits > 64 || all[1].bits > 64) {
    defineOpen(operand(0));
    return;
  }
  if (isFloat(all[0]) || isFloat(all[1])) {
    convertFloat(all[0], all[1]);
  } else {
    define(0, convertedInteger(all[0], all[1], source(1, all[1].bits)),
           all[0].kind == PtxType::Class::Signed);
  }
}

/// Between a space's own addresses and generic ones.
void FunctionTranslator::convertAddress() {
  const unsigned bits = type().bits;
  const std::uint64_t window = windowOf(space());
  const NumberPtr address = source(1, bits);
  if (window == 0) {
    define(0, address);
    return;
  }
  define(0, number(has("to") ? NumberOp::Sub : NumberOp::Add, bits, {address, literal(window, bits)}));
}

void FunctionTranslator::isInSpace() {
  const NumberPtr address = source(1, 64);
  const auto within = [&](Space space) {
    const NumberPtr offset = number(NumberOp::Sub, 64, {address, literal(windowOf(space), 64)});
    return numberFrom(NumberOp::LtUnsigned, 64, 1, {offset, literal(std::uint64_t{1} << 32, 64)});
  };
  const Space asked = space();
  if (asked == Space::Constant) {
    refuse();
  }
  if (windowOf(asked) != 0) {
    define(0, within(asked));
    return;
  }
  NumberPtr any = within(Space::Shared);
  for (const Space space : {Space::Local, Space::Parameter}) {
    any = number(NumberOp::Or, 1, {any, within(space)});
  }
  define(0, number(NumberOp::Not, 1, {any}));
}

}  // namespace hrfcheck::frontend::ptx
