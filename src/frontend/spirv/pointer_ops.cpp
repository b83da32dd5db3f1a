// Which instructions of SPIR-V make pointers, and which access memory through them.

#include "frontend/spirv/pointers.h"

namespace hrfcheck::frontend::spirv {

bool isAccessChain(spv::Op op) {
  return op == spv::Op::OpAccessChain || op == spv::Op::OpInBoundsAccessChain || hasElementOperand(op);
}

bool hasElementOperand(spv::Op op) {
  return op == spv::Op::OpPtrAccessChain || op == spv::Op::OpInBoundsPtrAccessChain;
}

bool isPointerCopy(spv::Op op) {
  switch (op) {
    case spv::Op::OpBitcast:
    case spv::Op::OpCopyObject:
    case spv::Op::OpCopyLogical:
    case spv::Op::OpPtrCastToGeneric:
    case spv::Op::OpGenericCastToPtr:
    case spv::Op::OpGenericCastToPtrExplicit:
      return true;
    default:
      return false;
  }
}

bool isAtomic(spv::Op op) {
  return (spv::Op::OpAtomicLoad <= op && op <= spv::Op::OpAtomicXor) ||
         op == spv::Op::OpAtomicFlagTestAndSet || op == spv::Op::OpAtomicFlagClear;
}

std::optional<std::size_t> accessedOperand(spv::Op op) {
  return op == spv::Op::OpLoad || op == spv::Op::OpStore || isAtomic(op) ? std::optional<std::size_t>(0)
                                                                         : std::nullopt;
}

Id accessedType(const Instruction& in, Types& types) {
  constexpr std::size_t kAtomicValue = 3;
  if (in.op == spv::Op::OpStore) {
    return types.typeOf(in.operands[1]);
  }
  if (in.op == spv::Op::OpAtomicStore) {
    return types.typeOf(in.operands[kAtomicValue]);
  }
  const bool flag = in.op == spv::Op::OpAtomicFlagTestAndSet || in.op == spv::Op::OpAtomicFlagClear;
  return in.type != kNoId && !flag ? in.type : types.pointeeId(types.typeOf(in.operands[0]));
}

}  // namespace hrfcheck::frontend::spirv
