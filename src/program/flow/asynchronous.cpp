#include "program/flow/asynchronous.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "program/ir/ptx_marks.h"

namespace hrfcheck::inline program {
namespace {

constexpr std::array<std::string_view, 13> kMarks{
    kMarkGroup,

    kMarkAsync,     kMarkTensormap,  kMarkBarrierObject, kMarkInit,
    kMarkIssue,     kMarkComplete,   kMarkAwait,         kMarkClusterBarrier,
    kMarkUnordered, kMarkFenceAsync, kMarkFenceToAsync,  kMarkFenceToTensormap};

bool isOne(const std::string& mark) {
  return mark.starts_with(kMarkAbout) || std::ranges::find(kMarks, mark) != kMarks.end();
}

}  // namespace

bool isAsynchronous(const Instruction& instruction) {
  return std::ranges::any_of(instruction.marks, isOne);
}

bool isOperation(const Thread& thread) {
  return !thread.instructions.empty() &&
         std::ranges::find(thread.instructions.front().marks, kMarkOperation) !=
             thread.instructions.front().marks.end();
}

const Instruction* restrictedFence(const Program& program) {
  const auto restricts = [](const Instruction& instruction) {
    const auto* fence = std::get_if<FenceOp>(&instruction.operation);
    return fence != nullptr && fence->atomicity &&
           std::ranges::any_of(instruction.marks, [](const std::string& mark) {
             return mark.starts_with(kMarkAbout) || mark == kMarkFenceToAsync ||
                    mark == kMarkFenceToTensormap;
           });
  };
  for (const Thread& thread : program.threads) {
    const auto found = std::ranges::find_if(thread.instructions, restricts);
    if (found != thread.instructions.end()) {
      return &*found;
    }
  }
  return nullptr;
}

const Instruction* asynchronousInstruction(const Program& program) {
  for (const Thread& thread : program.threads) {
    const auto found = std::ranges::find_if(thread.instructions, isAsynchronous);
    if (found != thread.instructions.end()) {
      return &*found;
    }
  }
  return nullptr;
}

}  // namespace hrfcheck::inline program
