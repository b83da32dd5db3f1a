#include "frontend/spirv/module/module.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "frontend/spirv/module/origins.h"

namespace hrfcheck::frontend::spirv {
namespace {

constexpr std::size_t kBoundAt = 3;

class WordReader {
 public:
  explicit WordReader(Module& module) : module_(module) {}

  void take(ParsedInstruction parsed) {
    Instruction in{static_cast<spv::Op>(parsed.opcode), parsed.type, parsed.result,
                   std::move(parsed.operands),          origin_,     parsed.extension};
    if (in.op == spv::Op::OpLine) {
      origin_ = originOf(in.operands);
    } else if (in.op == spv::Op::OpNoLine) {
      origin_ = kNoOrigin;
    } else if (function_) {
      inFunction(std::move(in));
    } else {
      outside(std::move(in));
    }
  }

 private:
  void inFunction(Instruction in) {
    Function& function = module_.functions.back();
    if (in.op == spv::Op::OpFunctionEnd) {
      function_ = false;
    } else if (in.op == spv::Op::OpFunctionParameter) {
      function.parameters.push_back(std::move(in));
    } else if (in.op == spv::Op::OpLabel) {
      function.blocks.push_back({in.result, {}});
    } else if (function.blocks.empty()) {
      if (in.result != kNoId) {
        module_.globals.emplace(in.result, std::move(in));
      }
    } else if (isConstant(in.op)) {
      module_.globals.emplace(in.result, std::move(in));  // though no valid module has one here
    } else {
      // OpLine does not come between a merge instruction and the branch behind it.
      std::vector<Instruction>& code = function.blocks.back().code;
      const bool merges = !code.empty() && (code.back().op == spv::Op::OpSelectionMerge ||
                                            code.back().op == spv::Op::OpLoopMerge);
      in.origin =
          merges && code.back().origin == in.origin && origin_ != kNoOrigin ? in.origin + 1 : in.origin;
      code.push_back(std::move(in));
    }
  }

  static bool isConstant(spv::Op op) {
    return (spv::Op::OpConstantTrue <= op && op <= spv::Op::OpSpecConstantOp);
  }

  void outside(Instruction in) {
    switch (in.op) {
      case spv::Op::OpFunction:
        module_.functions.push_back({std::move(in), {}, {}});
        function_ = true;
        return;
      case spv::Op::OpMemoryModel:
        memoryModel(in.operands);
        return;
      case spv::Op::OpCapability:
        module_.physicalPointers = module_.physicalPointers || hasPointers(spv::Capability(in.operands[0]));
        return;
      case spv::Op::OpEntryPoint:
        module_.entryPoints.push_back(
            {static_cast<spv::ExecutionModel>(in.operands[0]), in.operands[1], textIn(in.operands, 2)});
        return;
      case spv::Op::OpExecutionMode:
        if (in.operands.size() >= 5 && in.operands[1] == std::uint32_t(spv::ExecutionMode::LocalSize)) {
          module_.localSizes[in.operands[0]] = {in.operands[2], in.operands[3], in.operands[4]};
        }
        return;
      case spv::Op::OpExtInst:
        module_.remarks.push_back(std::move(in));
        return;
      default:
        annotation(std::move(in));
    }
  }

  static bool hasPointers(spv::Capability capability) {
    switch (capability) {
      case spv::Capability::Kernel:
      case spv::Capability::Addresses:
      case spv::Capability::VariablePointers:
      case spv::Capability::VariablePointersStorageBuffer:
      case spv::Capability::PhysicalStorageBufferAddresses:
        return true;
      default:
        return false;
    }
  }

  void memoryModel(const Words& operands) {
    module_.addressBytes = operands[0] == std::uint32_t(spv::AddressingModel::Physical32) ? 4 : 8;
    module_.memoryModel = static_cast<spv::MemoryModel>(operands[1]);
  }

  void annotation(Instruction in) {
    const Words& operands = in.operands;
    switch (in.op) {
      case spv::Op::OpName:
        module_.names[operands[0]] = textIn(operands, 1);
        return;
      case spv::Op::OpMemberName:
        module_.memberNames[{operands[0], operands[1]}] = textIn(operands, 2);
        return;
      case spv::Op::OpString:
        module_.strings[in.result] = textIn(operands, 0);
        return;
      case spv::Op::OpExtInstImport:
        module_.imports[in.result] = textIn(operands, 0);
        return;
      case spv::Op::OpDecorate:
        module_.decorations[operands[0]].push_back(
            {static_cast<spv::Decoration>(operands[1]), Words(operands.begin() + 2, operands.end())});
        return;
      case spv::Op::OpMemberDecorate:
        module_.memberDecorations[{operands[0], operands[1]}].push_back(
            {static_cast<spv::Decoration>(operands[2]), Words(operands.begin() + 3, operands.end())});
        return;
      case spv::Op::OpVariable:
        module_.variables.push_back(in.result);
        module_.globals.emplace(in.result, std::move(in));
        return;
      default:
        if (in.result != kNoId) {
          module_.globals.emplace(in.result, std::move(in));
        }
    }
  }

  Module& module_;
  std::uint32_t origin_ = kNoOrigin;
  bool function_ = false;
};

const Decoration* find(const std::vector<Decoration>& decorations, spv::Decoration word) {
  const auto found = std::ranges::find(decorations, word, &Decoration::word);
  return found == decorations.end() ? nullptr : &*found;
}

}  // namespace

const Instruction* Module::global(Id id) const {
  const auto found = globals.find(id);
  return found == globals.end() ? nullptr : &found->second;
}

const Function* Module::function(Id id) const {
  const auto found = std::ranges::find(functions, id, [](const Function& f) { return f.head.result; });
  return found == functions.end() ? nullptr : &*found;
}

const Decoration* Module::decoration(Id id, spv::Decoration word) const {
  const auto found = decorations.find(id);
  return found == decorations.end() ? nullptr : find(found->second, word);
}

const Decoration* Module::decoration(Id id, std::uint32_t member, spv::Decoration word) const {
  const auto found = memberDecorations.find({id, member});
  return found == memberDecorations.end() ? nullptr : find(found->second, word);
}

std::string Module::nameOf(Id id) const {
  const auto named = names.find(id);
  return named == names.end() || named->second.empty() ? fmt::format("%{}", id) : "%" + named->second;
}

std::string textIn(const Words& operands, std::size_t from) {
  constexpr unsigned kBytes = 4;
  constexpr unsigned kBits = 8;
  std::string text;
  for (std::size_t i = from; i < operands.size(); ++i) {
    for (unsigned byte = 0; byte < kBytes; ++byte) {
      const char c = static_cast<char>(operands[i] >> kBits * byte & 0xffU);
      if (c == '\0') {
        return text;
      }
      text += c;
    }
  }
  return text;
}

std::size_t wordsOfText(const std::string& text) {
  return text.size() / sizeof(std::uint32_t) + 1;
}

std::optional<Module> readWords(const Words& words, ToolMessage& message) {
  Module module;
  WordReader reader(module);
  if (!parse(
          words, [&](ParsedInstruction in) { reader.take(std::move(in)); }, message)) {
    return std::nullopt;
  }
  module.bound = words[kBoundAt];
  return module;
}

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
