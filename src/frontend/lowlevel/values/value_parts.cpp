#include "frontend/lowlevel/values/value_parts.h"

#include <algorithm>
#include <iterator>
#include <set>

#include "frontend/lowlevel/values/word_bits.h"
#include "program/expr/further_operators.h"

namespace hrfcheck::frontend::lowlevel {
namespace {

bool ofWholeBytes(unsigned bits) {
  return bits % kBitsOfByte == 0;
}

unsigned widthOf(const ThreadValue& value) {
  unsigned width = 0;
  for (const ThreadValue& part : value.parts) {
    width += part.width;
  }
  return width;
}

ThreadValue withWidth(ThreadValue value, unsigned width) {
  value.width = width;
  return value;
}

bool isAny(const ThreadValue& value) {
  return value.isOpen() && value.expr == nullptr && static_cast<Value>(value.bits) == kUnknown;
}

bool isZero(const ThreadValue& value) {
  return value.isKnown() && value.bits == 0;
}

/// Appends a part, to the one before where both are known, or both any number.
void append(std::vector<ThreadValue>& parts, ThreadValue part) {
  if (part.isInParts()) {
    const unsigned above = part.width - widthOf(part);
    for (ThreadValue& inner : part.parts) {
      append(parts, std::move(inner));
    }
    if (above > 0) {
      append(parts, withWidth(ThreadValue::known(0), above));
    }
    return;
  }
  if (!parts.empty()) {
    ThreadValue& last = parts.back();
    if (last.isKnown() && part.isKnown()) {
      last.bits |= part.bits << last.width;
      last.width += part.width;
      return;
    }
    if ((isAny(last) && isAny(part)) || (last.isUndefined() && part.isUndefined())) {
      last.width += part.width;
      return;
    }
  }
  parts.push_back(std::move(part));
}

/// What a byte of a mask does to one of another operand: leaves it or not, or something else.
unsigned kindOfByte(std::uint64_t mask, unsigned byte) {
  const std::uint64_t bits = mask >> (byte * kBitsOfByte) & 0xff;
  return bits == 0 ? 0 : bits == 0xff ? 1 : 2;
}

/// Where operands fall into parts.
std::set<unsigned> cutsOf(const std::vector<ThreadValue>& operands, unsigned bits) {
  std::set<unsigned> cuts{bits};
  for (const ThreadValue& operand : operands) {
    unsigned at = 0;
    for (const ThreadValue& part : operand.parts) {
      cuts.insert(std::min(at += part.width, bits));
    }
    for (unsigned byte = 1; operand.isKnown() && byte < bits / kBitsOfByte; ++byte) {
      if (kindOfByte(operand.bits, byte) != kindOfByte(operand.bits, byte - 1)) {
        cuts.insert(byte * kBitsOfByte);
      }
    }
  }
  return cuts;
}

/// An operator of two parts of so many bits.
ThreadValue ofPart(NumberOp op, unsigned bits, const std::vector<ThreadValue>& operands,
                   const Leaves& leaves) {
  std::vector<NumberPtr> registers;
  for (std::uint32_t i = 0; i < operands.size(); ++i) {
    registers.push_back(registerNumber(i, bits));
  }
  Leaves ofOperands = leaves;
  ofOperands.value = [&](const Number& leaf) { return operands[leaf.index]; };
  return evaluate(*number(op, bits, std::move(registers)), ofOperands);
}

ThreadValue bitwise(const Number& number, const std::vector<ThreadValue>& operands, const Leaves& leaves) {
  std::vector<ThreadValue> parts;
  unsigned begin = 0;
  for (const unsigned end : cutsOf(operands, number.bits)) {
    std::vector<ThreadValue> pieces;
    for (const ThreadValue& operand : operands) {
      pieces.push_back(slice(operand, number.bits, begin, end - begin));
    }
    const bool masked = number.op == NumberOp::And && std::ranges::any_of(pieces, isZero);
    parts.push_back(withWidth(masked ? ThreadValue::known(0) : ofPart(number.op, end - begin, pieces, leaves),
                              end - begin));
    begin = end;
  }
  return inParts(std::move(parts), number.bits);
}

/// Whether a sum carries nothing from bit to bit, as far as its parts show: one of them is 0.
bool isDisjoint(const std::vector<ThreadValue>& operands, unsigned bits) {
  unsigned begin = 0;
  for (const unsigned end : cutsOf(operands, bits)) {
    const bool anyZero = std::ranges::any_of(operands, [&](const ThreadValue& operand) {
      return isZero(slice(operand, bits, begin, end - begin));
    });
    if (!anyZero) {
      return false;
    }
    begin = end;
  }
  return true;
}

/// The sign of a number, so many times.
ThreadValue signOf(const ThreadValue& value, unsigned width, unsigned bits, const Leaves& leaves) {
  const ThreadValue& last = value.parts.back();
  if (widthOf(value) < width) {
    return ThreadValue::known(0);
  }
  const ThreadValue sign =
      ofPart(NumberOp::ShrSigned, last.width, {last, ThreadValue::known(last.width)}, leaves);
  if (sign.isKnown()) {
    return ThreadValue::known(sign.bits != 0 ? lowBits(bits) : 0);
  }
  const NumberPtr wide = signExtended(registerNumber(0, last.width), last.width, bits);
  Leaves ofSign = leaves;
  ofSign.value = [&](const Number&) { return sign; };
  return evaluate(*wide, ofSign);
}

std::optional<ThreadValue> shifted(const Number& number, const ThreadValue& value, std::uint64_t count,
                                   const Leaves& leaves) {
  const unsigned bits = number.bits;
  if (value.isInParts() && count == 0) {
    return value;
  }
  if (!value.isInParts() || count >= bits || !ofWholeBytes(static_cast<unsigned>(count))) {
    return std::nullopt;
  }
  const auto by = static_cast<unsigned>(count);
  if (number.op == NumberOp::Shl) {
    return inParts(
        {withWidth(ThreadValue::known(0), by), withWidth(slice(value, bits, 0, bits - by), bits - by)}, bits);
  }
  const ThreadValue above =
      number.op == NumberOp::ShrSigned ? signOf(value, bits, by, leaves) : ThreadValue::known(0);
  return inParts({withWidth(slice(value, bits, by, bits - by), bits - by), withWidth(above, by)}, bits);
}

std::optional<ThreadValue> resized(const Number& number, const ThreadValue& value) {
  if (number.bits <= number.from) {
    return value.isInParts() ? std::optional(slice(value, number.from, 0, number.bits)) : std::nullopt;
  }
  const bool says = !value.isKnown() && ofWholeBytes(number.from);
  return value.isInParts() ? std::optional(value)
         : says            ? std::optional(inParts({withWidth(value, number.from)}, number.bits))
                           : std::nullopt;
}

}  // namespace

Origins united(const Origins& a, const Origins& b) {
  Origins result;
  std::ranges::set_union(a, b, std::back_inserter(result));
  return result;
}

bool hasOpen(const ThreadValue& value) {
  return value.isOpen() || std::ranges::any_of(value.parts, &ThreadValue::isOpen);
}

ThreadValue openOf(const std::vector<ThreadValue>& operands) {
  ExprPtr hangsOn;
  for (const ThreadValue& operand : operands) {
    if (operand.expr != nullptr) {
      hangsOn = hangsOn == nullptr ? operand.expr : binary(BinaryOp::Or, hangsOn, operand.expr);
    }
  }
  return ThreadValue::ofOpen(hangsOn == nullptr ? nullptr
                                                : binary(BinaryOp::Or, hangsOn, constant(kOfUnknown)));
}

ThreadValue inParts(std::vector<ThreadValue> given, unsigned bits) {
  ThreadValue result;
  for (ThreadValue& part : given) {
    append(result.parts, std::move(part));
  }
  while (!result.parts.empty() && isZero(result.parts.back())) {
    result.parts.pop_back();
  }
  if (result.parts.empty()) {
    return ThreadValue::known(0);
  }
  const ThreadValue& first = result.parts.front();
  if (result.parts.size() == 1 && (first.width == bits || first.isKnown())) {
    return withWidth(first, 0);
  }
  result.kind = ThreadValue::Kind::Parts;
  return result;
}

ThreadValue slice(const ThreadValue& value, unsigned width, unsigned begin, unsigned bits) {
  bits = begin >= width ? 0 : std::min(bits, width - begin);
  if (bits == 0) {
    return ThreadValue::known(0);
  }
  switch (value.kind) {
    case ThreadValue::Kind::Undefined:
    case ThreadValue::Kind::Open:
      return value;
    case ThreadValue::Kind::Known:
      return ThreadValue::known(value.bits >> begin & lowBits(bits));
    case ThreadValue::Kind::Computed: {
      if (begin == 0 && bits == width) {
        return value;
      }
      const ExprPtr expr = bitsOfWord(value.expr, width, begin, bits);
      return ThreadValue::computed(expr, bits >= 32 ? value.origins : Origins{});
    }
    case ThreadValue::Kind::Parts:
      break;
  }
  std::vector<ThreadValue> parts;
  unsigned at = 0;
  for (const ThreadValue& part : value.parts) {
    const unsigned from = std::max(at, begin);
    const unsigned to = std::min(at + part.width, begin + bits);
    if (from < to) {
      parts.push_back(withWidth(slice(part, part.width, from - at, to - from), to - from));
    }
    at += part.width;
  }
  return inParts(std::move(parts), bits);
}

ThreadValue whole(const ThreadValue& value, const std::function<Origins(std::uint64_t)>& originsOf) {
  if (!value.isInParts()) {
    return value;
  }
  if (value.parts.size() == 1) {
    return withWidth(value.parts.front(), 0);
  }
  if (std::ranges::any_of(value.parts, &ThreadValue::isUndefined)) {
    return {};
  }
  if (std::ranges::any_of(value.parts, &ThreadValue::isOpen)) {
    return openOf(value.parts);  // not any number: some of its bits may be known
  }
  WordOfParts word;
  Origins origins;
  unsigned at = 0;
  for (const ThreadValue& part : value.parts) {
    word.add(part.isKnown() ? constant(static_cast<Value>(part.bits)) : part.expr, at, part.width);
    origins = united(origins, part.isKnown() ? originsOf(part.bits << at) : part.origins);
    at += part.width;
  }
  return ThreadValue::computed(word.word(), std::move(origins));
}

std::optional<ThreadValue> evaluateByParts(const Number& number, const std::vector<ThreadValue>& operands,
                                           const Leaves& leaves) {
  if (number.op == NumberOp::Truncate) {
    return resized(number, operands[0]);
  }
  if (!ofWholeBytes(number.bits)) {
    return std::nullopt;
  }
  const bool anyParts = std::ranges::any_of(operands, &ThreadValue::isInParts);
  switch (number.op) {
    case NumberOp::And:
    case NumberOp::Or:
    case NumberOp::Xor:
    case NumberOp::Not:
      return anyParts ? std::optional(bitwise(number, operands, leaves)) : std::nullopt;
    case NumberOp::Add:
      if (anyParts && isDisjoint(operands, number.bits)) {
        Number joins = number;
        joins.op = NumberOp::Or;
        return bitwise(joins, operands, leaves);
      }
      return std::nullopt;
    case NumberOp::Shl:
    case NumberOp::ShrUnsigned:
    case NumberOp::ShrSigned: {
      const ThreadValue count = whole(operands[1], leaves.originsOf);
      return count.isKnown() ? shifted(number, operands[0], count.bits, leaves) : std::nullopt;
    }
    default:
      return std::nullopt;
  }
}

std::optional<ThreadValue> chosenByParts(
    unsigned bits, const ThreadValue& yes, const ThreadValue& no,
    const std::function<ThreadValue(const ThreadValue&, const ThreadValue&)>& choose) {
  if ((!yes.isInParts() && !no.isInParts()) || !ofWholeBytes(bits)) {
    return std::nullopt;
  }
  std::vector<ThreadValue> parts;
  unsigned begin = 0;
  for (const unsigned end : cutsOf({yes, no}, bits)) {
    const ThreadValue part =
        choose(slice(yes, bits, begin, end - begin), slice(no, bits, begin, end - begin));
    parts.push_back(withWidth(part, end - begin));
    begin = end;
  }
  return inParts(std::move(parts), bits);
}

}  // namespace hrfcheck::frontend::lowlevel
