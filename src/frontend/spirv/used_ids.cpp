#include "frontend/spirv/used_ids.h"

#include <algorithm>
#include <array>

namespace hrfcheck::frontend::spirv {

bool isReduction(spv::Op op) {
  constexpr std::array kReductions = {spv::Op::OpGroupIAdd,
                                      spv::Op::OpGroupUMin,
                                      spv::Op::OpGroupSMin,
                                      spv::Op::OpGroupUMax,
                                      spv::Op::OpGroupSMax,
                                      spv::Op::OpGroupNonUniformIAdd,
                                      spv::Op::OpGroupNonUniformIMul,
                                      spv::Op::OpGroupNonUniformSMin,
                                      spv::Op::OpGroupNonUniformUMin,
                                      spv::Op::OpGroupNonUniformSMax,
                                      spv::Op::OpGroupNonUniformUMax,
                                      spv::Op::OpGroupNonUniformBitwiseAnd,
                                      spv::Op::OpGroupNonUniformBitwiseOr,
                                      spv::Op::OpGroupNonUniformBitwiseXor};
  return std::ranges::find(kReductions, op) != kReductions.end();
}

std::vector<Id> usedBy(const Instruction& in) {
  if (isReduction(in.op)) {  // between them stands a number, which kind of scan it is
    return in.operands.size() < 3 ? in.operands : std::vector<Id>{in.operands[0], in.operands[2]};
  }
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
