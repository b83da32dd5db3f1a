#include "frontend/spirv/reflection.h"

#include <spirv/unified1/NonSemanticClspvReflection.h>

#include <array>

namespace hrfcheck::frontend::spirv {
namespace {

constexpr unsigned kWordBits = 32;
constexpr unsigned kDimensions = 3;

/// Reads remarks: set, number, operands.
class ReflectionReader {
 public:
  ReflectionReader(const Module& module, const Types& types, const Grid& grid)
      : module_(module), types_(types), grid_(grid) {}

  Reflection run() {
    for (const Instruction& remark : module_.remarks) {
      const auto set = module_.imports.find(remark.operands.at(0));
      if (set != module_.imports.end() && set->second.starts_with("NonSemantic.ClspvReflection")) {
        operands_ = Words(remark.operands.begin() + 2, remark.operands.end());
        take(remark);
      }
    }
    return std::move(result_);
  }

 private:
  Value number(std::size_t operand) const {
    return operand < operands_.size() ? types_.constant(operands_[operand]).value_or(0) : 0;
  }

  void take(const Instruction& remark) {
    using Groups = Grid::Size;
    switch (remark.operands[1]) {
      case NonSemanticClspvReflectionArgumentInfo:
        if (!operands_.empty() && module_.strings.contains(operands_[0])) {
          infos_[remark.result] = module_.strings.at(operands_[0]);
        }
        return;
      case NonSemanticClspvReflectionArgumentStorageBuffer:
      case NonSemanticClspvReflectionArgumentUniform:
      case NonSemanticClspvReflectionArgumentPodStorageBuffer:
      case NonSemanticClspvReflectionArgumentPodUniform:
        argument();
        return;
      case NonSemanticClspvReflectionSpecConstantWorkgroupSize:
        for (unsigned d = 0; d < kDimensions; ++d) {
          result_.specialized[static_cast<std::uint32_t>(number(d))] = grid_.items[d];
        }
        return;
      case NonSemanticClspvReflectionArgumentWorkgroup:
        // Kernel, ordinal, SpecId, bytes in an element: how many there are, the host says. Without its word,
        // one for each thread, as of a parameter that points to global memory.
        result_.specialized[static_cast<std::uint32_t>(number(2))] = grid_.itemCount() + 1;
        guess(static_cast<std::uint32_t>(number(2)));
        return;
      case NonSemanticClspvReflectionSpecConstantWorkDim:
        result_.specialized[static_cast<std::uint32_t>(number(0))] = grid_.dimensions;
        return;
      case NonSemanticClspvReflectionSpecConstantSubgroupMaxSize:
        result_.specialized[static_cast<std::uint32_t>(number(0))] = grid_.subGroupSize();
        return;
      case NonSemanticClspvReflectionPushConstantEnqueuedLocalSize:
        push(grid_.items);
        return;
      case NonSemanticClspvReflectionPushConstantGlobalSize:
        push(Groups{grid_.groups[0] * grid_.items[0], grid_.groups[1] * grid_.items[1],
                    grid_.groups[2] * grid_.items[2]});
        return;
      case NonSemanticClspvReflectionPushConstantNumWorkgroups:
        push(grid_.groups);
        return;
      case NonSemanticClspvReflectionPushConstantGlobalOffset:
      case NonSemanticClspvReflectionPushConstantRegionOffset:
      case NonSemanticClspvReflectionPushConstantRegionGroupOffset:
        push(Groups{0, 0, 0});
        return;
      case NonSemanticClspvReflectionArgumentPodPushConstant:
        pushedArgument();
        return;
      default:
        return;  // the rest changes no answer
    }
  }

  /// Kernel, ordinal, descriptor set, binding, info.
  void argument() {
    constexpr std::size_t kInfo = 4;
    if (operands_.size() <= kInfo || !infos_.contains(operands_[kInfo])) {
      return;
    }
    for (const Id variable : module_.variables) {
      const Decoration* set = module_.decoration(variable, spv::Decoration::DescriptorSet);
      const Decoration* binding = module_.decoration(variable, spv::Decoration::Binding);
      if (set != nullptr && binding != nullptr && !set->operands.empty() && !binding->operands.empty() &&
          set->operands[0] == number(2) && binding->operands[0] == number(3)) {
        result_.names[variable] = infos_[operands_[kInfo]];
      }
    }
  }

  void guess(std::uint32_t specId) {
    constexpr std::size_t kInfo = 4;
    const bool named = operands_.size() > kInfo && infos_.contains(operands_[kInfo]);
    result_.guessed[specId] = named ? infos_[operands_[kInfo]] : "an argument";
  }

  /// Kernel, ordinal, bytes from the beginning, size, info.
  void pushedArgument() {
    constexpr std::size_t kInfo = 4;
    if (operands_.size() > kInfo && infos_.contains(operands_[kInfo])) {
      result_.pushedArguments[static_cast<std::uint64_t>(number(2))] = infos_[operands_[kInfo]];
    }
  }

  void push(const Grid::Size& numbers) {
    constexpr Value kBytes = 4;
    for (unsigned d = 0; d < kDimensions; ++d) {
      result_.pushed.emplace_back(number(0) + kBytes * static_cast<Value>(d), numbers[d]);
    }
  }

  const Module& module_;
  const Types& types_;
  const Grid& grid_;
  Words operands_;
  std::map<Id, std::string> infos_;
  Reflection result_;
};

}  // namespace

Reflection reflectionOf(const Module& module, const Types& types, const Grid& grid) {
  return ReflectionReader(module, types, grid).run();
}

void specialize(Module& module, const std::map<std::uint32_t, Value>& values) {
  for (auto& [id, in] : module.globals) {
    const Decoration* number = module.decoration(id, spv::Decoration::SpecId);
    const auto value =
        number == nullptr || number->operands.empty() ? values.end() : values.find(number->operands[0]);
    if (value == values.end()) {
      continue;
    }
    if (in.op == spv::Op::OpSpecConstantTrue || in.op == spv::Op::OpSpecConstantFalse) {
      in.op = value->second != 0 ? spv::Op::OpSpecConstantTrue : spv::Op::OpSpecConstantFalse;
    } else if (in.op == spv::Op::OpSpecConstant) {
      const auto bits = static_cast<std::uint64_t>(value->second);
      const std::size_t words = in.operands.size();
      in.operands = {static_cast<std::uint32_t>(bits)};
      if (words > 1) {
        in.operands.push_back(static_cast<std::uint32_t>(bits >> kWordBits));
      }
    }
  }
}

}  // namespace hrfcheck::frontend::spirv
