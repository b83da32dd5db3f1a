#include "program/flow/control_flow.h"

#include "program/ir/operation_parts.h"

namespace hrfcheck::inline program {

std::optional<std::uint32_t> labelOf(const Operation& operation) {
  std::optional<std::uint32_t> label;
  forEachLabel(operation, [&](std::uint32_t instruction) { label = instruction; });
  return label;
}

std::optional<std::uint32_t> jumpTarget(const Operation& operation) {
  return transfersControl(operation) ? labelOf(operation) : std::nullopt;
}

bool transfersControl(const Operation& operation) {
  return std::holds_alternative<BranchOp>(operation) || std::holds_alternative<JumpOp>(operation) ||
         std::holds_alternative<ExitOp>(operation);
}

Exits exitsOf(const Thread& thread, std::uint32_t index) {
  const Instruction& instruction = thread.instructions[index];
  const std::uint32_t fallThrough = index + 1;
  if (!transfersControl(instruction.operation)) {
    return {fallThrough, fallThrough};
  }
  const auto end = static_cast<std::uint32_t>(thread.instructions.size());
  const std::uint32_t target = jumpTarget(instruction.operation).value_or(end);
  const bool chooses = std::holds_alternative<BranchOp>(instruction.operation) || instruction.predicate;
  return {chooses ? fallThrough : target, target};
}

}  // namespace hrfcheck::inline program
