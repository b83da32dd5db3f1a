#include "frontend/lowlevel/values/number.h"

#include <utility>

namespace hrfcheck::frontend::lowlevel {

NumberPtr literal(std::uint64_t value, unsigned bits) {
  return std::make_shared<const Number>(
      Number{.bits = static_cast<std::uint8_t>(bits), .literal = value & lowBits(bits)});
}

NumberPtr registerNumber(std::uint32_t index, unsigned bits) {
  return std::make_shared<const Number>(
      Number{.op = NumberOp::Register, .bits = static_cast<std::uint8_t>(bits), .index = index});
}

NumberPtr numberFrom(NumberOp op, unsigned from, unsigned bits, std::vector<NumberPtr> operands) {
  return std::make_shared<const Number>(Number{.op = op,
                                               .bits = static_cast<std::uint8_t>(bits),
                                               .from = static_cast<std::uint8_t>(from),
                                               .operands = std::move(operands)});
}

NumberPtr number(NumberOp op, unsigned bits, std::vector<NumberPtr> operands) {
  return numberFrom(op, bits, bits, std::move(operands));
}

NumberPtr resized(const NumberPtr& number, unsigned bits) {
  if (number->bits == bits) {
    return number;
  }
  if (number->op == NumberOp::Literal) {
    return literal(number->literal, bits);
  }
  return numberFrom(NumberOp::Truncate, number->bits, bits, {number});
}

NumberPtr signExtended(const NumberPtr& number, unsigned from, unsigned bits) {
  return numberFrom(NumberOp::SignExtend, from, bits, {resized(number, from)});
}

NumberPtr selected(NumberPtr condition, NumberPtr yes, NumberPtr no) {
  const unsigned bits = yes->bits;
  return number(NumberOp::Select, bits, {std::move(condition), std::move(yes), std::move(no)});
}

}  // namespace hrfcheck::frontend::lowlevel
