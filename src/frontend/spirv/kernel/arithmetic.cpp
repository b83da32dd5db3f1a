#include "frontend/spirv/kernel/arithmetic.h"

#include <spirv/unified1/GLSL.std.450.h>
#include <spirv/unified1/OpenCL.std.h>

#include <algorithm>
#include <array>

#include "frontend/c/language/folding.h"
#include "frontend/spirv/kernel/bit_arithmetic.h"
#include "program/expr/operators.h"

namespace hrfcheck::frontend::spirv {
namespace {

using c::folded;

constexpr IntegerKind kWide{64, true};

/// What the operands of an operator are taken as.
enum class Taken { Unsigned, Signed, AsResult };

/// An operator that computes in the kind of its operands.
struct BinaryRow {
  spv::Op op;
  BinaryOp meaning;
  Taken taken;
};
constexpr auto kBinary = std::to_array<BinaryRow>({
    {spv::Op::OpIAdd, BinaryOp::Add, Taken::AsResult},
    {spv::Op::OpISub, BinaryOp::Sub, Taken::AsResult},
    {spv::Op::OpIMul, BinaryOp::Mul, Taken::AsResult},
    {spv::Op::OpUDiv, BinaryOp::Div, Taken::Unsigned},
    {spv::Op::OpSDiv, BinaryOp::Div, Taken::Signed},
    {spv::Op::OpUMod, BinaryOp::Rem, Taken::Unsigned},
    {spv::Op::OpSRem, BinaryOp::Rem, Taken::Signed},
    {spv::Op::OpShiftLeftLogical, BinaryOp::Shl, Taken::Unsigned},
    {spv::Op::OpShiftRightLogical, BinaryOp::Shr, Taken::Unsigned},
    {spv::Op::OpShiftRightArithmetic, BinaryOp::Shr, Taken::Signed},
    {spv::Op::OpBitwiseOr, BinaryOp::Or, Taken::AsResult},
    {spv::Op::OpBitwiseXor, BinaryOp::Xor, Taken::AsResult},
    {spv::Op::OpBitwiseAnd, BinaryOp::And, Taken::AsResult},
    {spv::Op::OpIEqual, BinaryOp::Eq, Taken::Unsigned},
    {spv::Op::OpINotEqual, BinaryOp::Ne, Taken::Unsigned},
    {spv::Op::OpUGreaterThan, BinaryOp::Gt, Taken::Unsigned},
    {spv::Op::OpUGreaterThanEqual, BinaryOp::Ge, Taken::Unsigned},
    {spv::Op::OpULessThan, BinaryOp::Lt, Taken::Unsigned},
    {spv::Op::OpULessThanEqual, BinaryOp::Le, Taken::Unsigned},
    {spv::Op::OpSGreaterThan, BinaryOp::Gt, Taken::Signed},
    {spv::Op::OpSGreaterThanEqual, BinaryOp::Ge, Taken::Signed},
    {spv::Op::OpSLessThan, BinaryOp::Lt, Taken::Signed},
    {spv::Op::OpSLessThanEqual, BinaryOp::Le, Taken::Signed},
    {spv::Op::OpLogicalEqual, BinaryOp::Eq, Taken::AsResult},
    {spv::Op::OpLogicalNotEqual, BinaryOp::Ne, Taken::AsResult},
    {spv::Op::OpLogicalOr, BinaryOp::Or, Taken::AsResult},
    {spv::Op::OpLogicalAnd, BinaryOp::And, Taken::AsResult},
    {spv::Op::OpPtrEqual, BinaryOp::Eq, Taken::Signed},
    {spv::Op::OpPtrNotEqual, BinaryOp::Ne, Taken::Signed},
});

ExprPtr binaryResult(const BinaryRow& row, const Operand& left, const Operand& right, IntegerKind result) {
  IntegerKind kind = result;
  if (row.taken != Taken::AsResult) {
    kind = {left.kind.bits, row.taken == Taken::Signed};
  }
  if (isComparison(row.meaning)) {
    return folded(row.meaning, as(kind, left), as(kind, right), kind);
  }
  const bool shift = groupOf(row.meaning) == OperatorGroup::Shift;
  const IntegerKind count{right.kind.bits, false};
  return as(result, {folded(row.meaning, as(kind, left), as(shift ? count : kind, right), kind), kind});
}

ExprPtr zero() {
  return constant(0);
}

ExprPtr smod(const Operand& left, const Operand& right, IntegerKind result) {
  const IntegerKind kind{result.bits, true};
  const ExprPtr by = as(kind, right);
  const ExprPtr rest = folded(BinaryOp::Rem, as(kind, left), by, kind);
  const ExprPtr differ =
      folded(BinaryOp::Ne, folded(BinaryOp::Lt, rest, zero(), kind), folded(BinaryOp::Lt, by, zero(), kind));
  const ExprPtr adjust = folded(BinaryOp::And, folded(BinaryOp::Ne, rest, zero(), kind), differ);
  return as(result, {chosen(adjust, folded(BinaryOp::Add, rest, by, kind), rest), kind});
}

/// The nearest number of `bits` bits, which are fewer than 64.
ExprPtr nearest(const ExprPtr& number, unsigned bits, bool isSigned, IntegerKind result) {
  const Value largest = isSigned ? (Value{1} << (bits - 1U)) - 1 : (Value{1} << bits) - 1;
  const Value smallest = isSigned ? -largest - 1 : 0;
  const ExprPtr atMost = folded(BinaryOp::Min, number, constant(largest));
  return as(result, {folded(BinaryOp::Max, atMost, constant(smallest)), kWide});
}

/// A number as one of another kind, or the nearest that it has.
ExprPtr saturatedTo(const Operand& operand, bool isSigned, IntegerKind result) {
  const IntegerKind from{operand.kind.bits, !isSigned};  // of OpSatConvertSToU, a number with sign
  if (result.bits >= kWide.bits || from.bits >= kWide.bits) {
    return nullptr;
  }
  return nearest(as(from, operand), result.bits, isSigned, result);
}

// What both sets of instructions have.

using Operands = std::vector<Operand>;

template <BinaryOp op, bool isSigned>
ExprPtr extremum(const Operands& operands, IntegerKind result) {
  const IntegerKind kind{result.bits, isSigned};
  return as(result, {folded(op, as(kind, operands[0]), as(kind, operands[1]), kind), kind});
}

template <bool isSigned>
ExprPtr clamped(const Operands& operands, IntegerKind result) {
  const ExprPtr atLeast = extremum<BinaryOp::Max, isSigned>(operands, result);
  return extremum<BinaryOp::Min, isSigned>({{atLeast, result}, operands[2]}, result);
}

ExprPtr absolute(const Operands& operands, IntegerKind result) {
  const IntegerKind kind{result.bits, true};
  const ExprPtr value = as(kind, operands[0]);
  return as(
      result,
      {chosen(folded(BinaryOp::Lt, value, zero(), kind), folded(UnaryOp::Minus, value, kind), value), kind});
}

ExprPtr unchanged(const Operands& operands, IntegerKind result) {
  return as(result, operands[0]);
}

/// A sum or a difference that stays at the smallest or the largest number.
template <BinaryOp op, bool isSigned>
ExprPtr saturated(const Operands& operands, IntegerKind result) {
  if (result.bits >= kWide.bits) {
    return nullptr;
  }
  const IntegerKind kind{result.bits, isSigned};
  return nearest(folded(op, as(kind, operands[0]), as(kind, operands[1]), kWide), result.bits, isSigned,
                 result);
}

ExprPtr onesIn(const Operands& operands, IntegerKind /*result*/) {
  return bitCount(operands[0]);
}

ExprPtr leadingZeros(const Operands& operands, IntegerKind /*result*/) {
  return folded(BinaryOp::Sub, constant(operands[0].kind.bits - 1),
                foundBit(operands[0], false, constant(-1)));
}

ExprPtr trailingZeros(const Operands& operands, IntegerKind /*result*/) {
  return foundBit(operands[0], true, constant(operands[0].kind.bits));
}

template <bool lowest>
ExprPtr numberOfBit(const Operands& operands, IntegerKind result) {
  return as(result, {foundBit(operands[0], lowest, constant(-1)), kWide});
}

ExprPtr sign(const Operands& operands, IntegerKind result) {
  const IntegerKind kind{result.bits, true};
  const ExprPtr value = as(kind, operands[0]);
  return as(result, {folded(BinaryOp::Sub, folded(BinaryOp::Gt, value, zero(), kind),
                            folded(BinaryOp::Lt, value, zero(), kind)),
                     kWide});
}

struct ExtensionRow {
  std::uint32_t number;
  std::size_t operands;
  ExprPtr (*compute)(const Operands& operands, IntegerKind result);
};
constexpr auto kOpenCl = std::to_array<ExtensionRow>({
    {OpenCLLIB::SAbs, 1, absolute},
    {OpenCLLIB::UAbs, 1, unchanged},
    {OpenCLLIB::SMin, 2, extremum<BinaryOp::Min, true>},
    {OpenCLLIB::UMin, 2, extremum<BinaryOp::Min, false>},
    {OpenCLLIB::SMax, 2, extremum<BinaryOp::Max, true>},
    {OpenCLLIB::UMax, 2, extremum<BinaryOp::Max, false>},
    {OpenCLLIB::SClamp, 3, clamped<true>},
    {OpenCLLIB::UClamp, 3, clamped<false>},
    {OpenCLLIB::SAdd_sat, 2, saturated<BinaryOp::Add, true>},
    {OpenCLLIB::UAdd_sat, 2, saturated<BinaryOp::Add, false>},
    {OpenCLLIB::SSub_sat, 2, saturated<BinaryOp::Sub, true>},
    {OpenCLLIB::USub_sat, 2, saturated<BinaryOp::Sub, false>},
    {OpenCLLIB::Popcount, 1, onesIn},
    {OpenCLLIB::Clz, 1, leadingZeros},
    {OpenCLLIB::Ctz, 1, trailingZeros},
});
constexpr auto kGlsl = std::to_array<ExtensionRow>({
    {GLSLstd450SAbs, 1, absolute},
    {GLSLstd450SMin, 2, extremum<BinaryOp::Min, true>},
    {GLSLstd450UMin, 2, extremum<BinaryOp::Min, false>},
    {GLSLstd450SMax, 2, extremum<BinaryOp::Max, true>},
    {GLSLstd450UMax, 2, extremum<BinaryOp::Max, false>},
    {GLSLstd450SClamp, 3, clamped<true>},
    {GLSLstd450UClamp, 3, clamped<false>},
    {GLSLstd450FindILsb, 1, numberOfBit<true>},
    {GLSLstd450FindUMsb, 1, numberOfBit<false>},
    {GLSLstd450SSign, 1, sign},
});

}  // namespace

ExprPtr undefinedNumber() {
  static const ExprPtr kUndefined = unary(UnaryOp::Undefined, constant(0));
  return kUndefined;
}

bool isUndefined(const ExprPtr& expr) {
  const auto* one = std::get_if<UnaryExpr>(&expr->node);
  return one != nullptr && one->op == UnaryOp::Undefined;
}

ExprPtr as(IntegerKind kind, const Operand& operand) {
  return contains(kind, operand.kind) ? operand.value : folded(UnaryOp::Convert, operand.value, kind);
}

ExprPtr chosen(const ExprPtr& condition, const ExprPtr& whenTrue, const ExprPtr& whenFalse) {
  if (const Value* known = c::constantOf(condition)) {
    return *known != 0 ? whenTrue : whenFalse;
  }
  return whenTrue == whenFalse ? whenTrue : select(condition, whenTrue, whenFalse);
}

bool repeatsOperands(spv::Op op) {
  return op == spv::Op::OpSMod || op == spv::Op::OpBitCount || op == spv::Op::OpBitReverse ||
         op == spv::Op::OpExtInst;
}

ExprPtr computed(spv::Op op, const std::vector<Operand>& operands, IntegerKind result) {
  const auto row = std::ranges::find(kBinary, op, &BinaryRow::op);
  if (row != kBinary.end()) {
    return operands.size() == 2 ? binaryResult(*row, operands[0], operands[1], result) : nullptr;
  }
  if (operands.empty()) {
    return nullptr;
  }
  const Operand& first = operands[0];
  switch (op) {
    case spv::Op::OpSNegate:
      return as(result, {folded(UnaryOp::Minus, as(result, first), result), result});
    case spv::Op::OpNot:
      return folded(UnaryOp::BitNot, as(result, first), result);
    case spv::Op::OpLogicalNot:
      return folded(UnaryOp::LogicalNot, first.value);
    case spv::Op::OpUConvert:
      return as(result, {as({first.kind.bits, false}, first), {first.kind.bits, false}});
    case spv::Op::OpSConvert:
      return as(result, {as({first.kind.bits, true}, first), {first.kind.bits, true}});
    case spv::Op::OpSMod:
      return operands.size() == 2 ? smod(first, operands[1], result) : nullptr;
    case spv::Op::OpBitCount:
      return bitCount(first);
    case spv::Op::OpBitReverse:
      return bitReverse(first, result);
    case spv::Op::OpBitFieldInsert:
      return operands.size() == 4 ? bitInsert(operands, result) : nullptr;
    case spv::Op::OpSatConvertSToU:
    case spv::Op::OpSatConvertUToS:
      return saturatedTo(first, op == spv::Op::OpSatConvertUToS, result);
    case spv::Op::OpExpectKHR:
      return first.value;
    case spv::Op::OpBitFieldUExtract:
    case spv::Op::OpBitFieldSExtract:
      return operands.size() == 3 ? bitField(operands, op == spv::Op::OpBitFieldSExtract, result) : nullptr;
    default:
      return nullptr;
  }
}

ExprPtr computedByExtension(const std::string& set, std::uint32_t number,
                            const std::vector<Operand>& operands, IntegerKind result) {
  const auto in = [&](const auto& rows) {
    const auto row = std::ranges::find(rows, number, &ExtensionRow::number);
    return row != rows.end() && operands.size() == row->operands ? row->compute(operands, result) : nullptr;
  };
  return set == "OpenCL.std" ? in(kOpenCl) : set == "GLSL.std.450" ? in(kGlsl) : nullptr;
}

}  // namespace hrfcheck::frontend::spirv
