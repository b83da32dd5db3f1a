#include "frontend/spirv/translate/folded_constants.h"

#include <vector>

namespace hrfcheck::frontend::spirv {
namespace {

constexpr unsigned kDeepestFolded = 64;

unsigned bitsOfConstant(const Module& module, Id type) {
  const Instruction* in = module.global(type);
  return in != nullptr && in->op == spv::Op::OpTypeInt ? in->operands[0] : 1;
}

std::uint64_t maskOfBits(unsigned bits) {
  return bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
}

/// A part of a constant composite.
const Instruction* partOfConstant(const Module& module, const Instruction* whole, const Words& operands,
                                  std::size_t from) {
  for (std::size_t i = from; whole != nullptr && i < operands.size(); ++i) {
    const bool composite =
        whole->op == spv::Op::OpConstantComposite || whole->op == spv::Op::OpSpecConstantComposite;
    whole = composite && operands[i] < whole->operands.size() ? module.global(whole->operands[operands[i]])
                                                              : nullptr;
  }
  return whole;
}

}  // namespace

std::optional<std::uint64_t> foldedConstant(const Module& module, const Instruction& constant,
                                            unsigned depth) {
  const unsigned bits = bitsOfConstant(module, constant.type);
  switch (constant.op) {
    case spv::Op::OpConstantTrue:
    case spv::Op::OpSpecConstantTrue:
      return 1;
    case spv::Op::OpConstantFalse:
    case spv::Op::OpSpecConstantFalse:
    case spv::Op::OpConstantNull:
      return 0;
    case spv::Op::OpConstant:
    case spv::Op::OpSpecConstant:
      return constant.operands.empty()
                 ? std::nullopt
                 : std::optional((constant.operands[0] |
                                  (constant.operands.size() > 1 ? std::uint64_t{constant.operands[1]} << 32U
                                                                : std::uint64_t{0})) &
                                 maskOfBits(bits));
    case spv::Op::OpSpecConstantOp:
      break;
    default:
      return std::nullopt;
  }
  if (depth > kDeepestFolded || constant.operands.size() < 2) {
    return std::nullopt;
  }
  const auto op = static_cast<spv::Op>(constant.operands[0]);
  if (op == spv::Op::OpCompositeExtract) {
    const Instruction* part =
        partOfConstant(module, module.global(constant.operands[1]), constant.operands, 2);
    return part == nullptr ? std::nullopt : foldedConstant(module, *part, depth + 1);
  }
  std::vector<std::uint64_t> values;
  unsigned from = bits;
  for (std::size_t i = 1; i < constant.operands.size() && i < 4; ++i) {
    const Instruction* operand = module.global(constant.operands[i]);
    const auto value = operand == nullptr ? std::nullopt : foldedConstant(module, *operand, depth + 1);
    if (!value) {
      return std::nullopt;
    }
    from = i == 1 ? bitsOfConstant(module, operand->type) : from;
    values.push_back(*value);
  }
  const std::uint64_t a = values[0];
  const std::uint64_t b = values.size() > 1 ? values[1] : 0;
  const auto isSigned = [](std::uint64_t value, unsigned width) {
    const unsigned shift = 64 - width;
    return static_cast<std::int64_t>(value << shift) >> shift;
  };
  const auto result = [&](std::uint64_t value) { return std::optional(value & maskOfBits(bits)); };
  switch (op) {
    case spv::Op::OpIAdd:
      return result(a + b);
    case spv::Op::OpISub:
      return result(a - b);
    case spv::Op::OpIMul:
      return result(a * b);
    case spv::Op::OpUDiv:
      return b == 0 ? std::nullopt : result(a / b);
    case spv::Op::OpUMod:
      return b == 0 ? std::nullopt : result(a % b);
    case spv::Op::OpSDiv:
      return b == 0 || isSigned(b, from) == -1
                 ? std::nullopt
                 : result(static_cast<std::uint64_t>(isSigned(a, from) / isSigned(b, from)));
    case spv::Op::OpShiftLeftLogical:
      return result(b >= from ? 0 : a << b);
    case spv::Op::OpShiftRightLogical:
      return result(b >= from ? 0 : a >> b);
    case spv::Op::OpBitwiseAnd:
    case spv::Op::OpLogicalAnd:
      return result(a & b);
    case spv::Op::OpBitwiseOr:
    case spv::Op::OpLogicalOr:
      return result(a | b);
    case spv::Op::OpBitwiseXor:
    case spv::Op::OpLogicalNotEqual:
      return result(a ^ b);
    case spv::Op::OpNot:
    case spv::Op::OpLogicalNot:
      return result(~a);
    case spv::Op::OpSNegate:
      return result(0 - a);
    case spv::Op::OpUConvert:
      return result(a);
    case spv::Op::OpSConvert:
      return result(static_cast<std::uint64_t>(isSigned(a, from)));
    case spv::Op::OpIEqual:
    case spv::Op::OpLogicalEqual:
      return a == b ? 1 : 0;
    case spv::Op::OpINotEqual:
      return a != b ? 1 : 0;
    case spv::Op::OpULessThan:
      return a < b ? 1 : 0;
    case spv::Op::OpULessThanEqual:
      return a <= b ? 1 : 0;
    case spv::Op::OpUGreaterThan:
      return a > b ? 1 : 0;
    case spv::Op::OpUGreaterThanEqual:
      return a >= b ? 1 : 0;
    case spv::Op::OpSLessThan:
      return isSigned(a, from) < isSigned(b, from) ? 1 : 0;
    case spv::Op::OpSGreaterThan:
      return isSigned(a, from) > isSigned(b, from) ? 1 : 0;
    case spv::Op::OpSelect:
      return values.size() < 3 ? std::nullopt : result(a != 0 ? b : values[2]);
    default:
      return std::nullopt;
  }
}

}  // namespace hrfcheck::frontend::spirv
