#include "frontend/spirv/kernel/bit_arithmetic.h"

#include "frontend/c/language/folding.h"

namespace hrfcheck::frontend::spirv {
namespace {

using c::folded;

ExprPtr bit(const ExprPtr& value, unsigned number, IntegerKind kind) {
  return folded(BinaryOp::And, folded(BinaryOp::Shr, value, constant(number), kind), constant(1), kind);
}

/// Offset and count of some bits of a number, where they are known.
std::optional<std::pair<Value, Value>> knownRange(const Operand& from, const Operand& bits, IntegerKind of) {
  const Value* offset = c::constantOf(from.value);
  const Value* count = c::constantOf(bits.value);
  const bool fits =
      offset != nullptr && count != nullptr && *offset >= 0 && *count >= 0 && *offset + *count <= of.bits;
  return fits ? std::optional(std::pair(*offset, *count)) : std::nullopt;
}

}  // namespace

ExprPtr bitCount(const Operand& operand) {
  const IntegerKind kind{operand.kind.bits, false};
  const ExprPtr value = as(kind, operand);
  ExprPtr sum = constant(0);
  for (unsigned b = 0; b < kind.bits; ++b) {
    sum = folded(BinaryOp::Add, bit(value, b, kind), sum);
  }
  return sum;
}

ExprPtr foundBit(const Operand& operand, bool lowest, const ExprPtr& none, Value wanted) {
  const IntegerKind kind{operand.kind.bits, false};
  const ExprPtr value = as(kind, operand);
  ExprPtr found = none;
  for (unsigned i = 0; i < kind.bits; ++i) {
    const unsigned b = lowest ? kind.bits - 1 - i : i;
    found = chosen(folded(BinaryOp::Eq, bit(value, b, kind), constant(wanted)), constant(b), found);
  }
  return found;
}

ExprPtr bitReverse(const Operand& operand, IntegerKind result) {
  const IntegerKind kind{operand.kind.bits, false};
  const ExprPtr value = as(kind, operand);
  ExprPtr reversed = constant(0);
  for (unsigned b = 0; b < kind.bits; ++b) {
    const ExprPtr moved = folded(BinaryOp::Shl, bit(value, b, kind), constant(kind.bits - 1 - b), kind);
    reversed = folded(BinaryOp::Or, reversed, moved, kind);
  }
  return as(result, {reversed, kind});
}

ExprPtr bitInsert(const std::vector<Operand>& operands, IntegerKind result) {
  const auto range = knownRange(operands[2], operands[3], result);
  if (!range) {
    return nullptr;
  }
  const auto [offset, count] = *range;
  const IntegerKind kind{result.bits, false};
  const std::uint64_t ones = count >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
  const std::uint64_t mask = offset >= 64 ? 0 : ones << offset;
  const ExprPtr kept =
      folded(BinaryOp::And, as(kind, operands[0]), constant(wrapped(static_cast<Value>(~mask), kind)), kind);
  if (mask == 0) {
    return as(result, {kept, kind});
  }
  const ExprPtr moved = folded(BinaryOp::Shl, as(kind, operands[1]), constant(offset), kind);
  const ExprPtr inserted =
      folded(BinaryOp::And, moved, constant(wrapped(static_cast<Value>(mask), kind)), kind);
  return as(result, {folded(BinaryOp::Or, kept, inserted, kind), kind});
}

ExprPtr bitField(const std::vector<Operand>& operands, bool isSigned, IntegerKind result) {
  const auto range = knownRange(operands[1], operands[2], result);
  if (!range) {
    return nullptr;
  }
  const auto [offset, count] = *range;
  if (count == 0) {
    return constant(0);
  }
  const IntegerKind whole{result.bits, false};
  const IntegerKind part{static_cast<std::uint8_t>(count), isSigned};
  return as(
      result,
      {as(part, {folded(BinaryOp::Shr, as(whole, operands[0]), constant(offset), whole), whole}), part});
}

}  // namespace hrfcheck::frontend::spirv
