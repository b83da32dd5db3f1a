#include "frontend/spirv/used_ids.h"

namespace hrfcheck::frontend::spirv {

std::vector<Id> usedBy(const Instruction& in) {
  switch (in.op) {
    case spv::Op::OpCompositeExtract:
      return {in.operands[0]};
    case spv::Op::OpCompositeInsert:
    case spv::Op::OpVectorShuffle:
      return {in.operands[0], in.operands[1]};
    case spv::Op::OpLoad:
      return {in.operands[0]};
    case spv::Op::OpStore:
    case spv::Op::OpCopyMemory:
      return {in.operands[0], in.operands[1]};
    case spv::Op::OpSwitch:
    case spv::Op::OpBranchConditional:
      return {in.operands[0]};
    case spv::Op::OpExtInst:
      return Words(in.operands.begin() + 2, in.operands.end());
    case spv::Op::OpBranch:
    case spv::Op::OpLoopMerge:
    case spv::Op::OpSelectionMerge:
    case spv::Op::OpVariable:
      return {};
    case spv::Op::OpGroupIAdd:
    case spv::Op::OpGroupUMin:
    case spv::Op::OpGroupSMin:
    case spv::Op::OpGroupUMax:
    case spv::Op::OpGroupSMax:
    case spv::Op::OpGroupNonUniformIAdd:
    case spv::Op::OpGroupNonUniformIMul:
    case spv::Op::OpGroupNonUniformSMin:
    case spv::Op::OpGroupNonUniformUMin:
    case spv::Op::OpGroupNonUniformSMax:
    case spv::Op::OpGroupNonUniformUMax:
    case spv::Op::OpGroupNonUniformBitwiseAnd:
    case spv::Op::OpGroupNonUniformBitwiseOr:
    case spv::Op::OpGroupNonUniformBitwiseXor:
      // Between them stands a number, which kind of scan it is.
      return in.operands.size() < 3 ? in.operands : std::vector<Id>{in.operands[0], in.operands[2]};
    case spv::Op::OpPhi: {
      std::vector<Id> values;
      for (std::size_t i = 0; i + 1 < in.operands.size(); i += 2) {
        values.push_back(in.operands[i]);
      }
      return values;
    }
    default:
      return in.operands;
  }
}

}  // namespace hrfcheck::frontend::spirv
