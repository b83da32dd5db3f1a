#include "program/ir/control_flow.h"

#include "util/overloaded.h"

namespace hrfcheck::inline program {
namespace {

/// How an operation goes on, whatever its predicate.
enum class Control { FallsThrough, Branches, Jumps, Exits };

Control controlOf(const Operation& operation) {
  return std::visit(
      Overloaded{[](const BranchOp&) { return Control::Branches; },
                 [](const JumpOp&) { return Control::Jumps; }, [](const ExitOp&) { return Control::Exits; },
                 [](const LoadOp&) { return Control::FallsThrough; },
                 [](const StoreOp&) { return Control::FallsThrough; },
                 [](const RmwOperation&) { return Control::FallsThrough; },
                 [](const FenceOp&) { return Control::FallsThrough; },
                 [](const BarrierOp&) { return Control::FallsThrough; },
                 [](const AssignOp&) { return Control::FallsThrough; },
                 [](const NopOp&) { return Control::FallsThrough; },
                 [](const LockLoadOp&) { return Control::FallsThrough; },
                 [](const UnlockStoreOp&) { return Control::FallsThrough; },
                 [](const VoteOp&) { return Control::FallsThrough; },
                 [](const ReconvergenceOp&) { return Control::FallsThrough; }},
      operation);
}

}  // namespace

std::optional<std::uint32_t> jumpTarget(const Operation& operation) {
  switch (controlOf(operation)) {
    case Control::Branches:
      return std::get<BranchOp>(operation).target;
    case Control::Jumps:
      return std::get<JumpOp>(operation).target;
    case Control::Exits:
    case Control::FallsThrough:
      break;
  }
  return std::nullopt;
}

std::optional<std::uint32_t> labelOf(const Operation& operation) {
  const auto* reconvergence = std::get_if<ReconvergenceOp>(&operation);
  return reconvergence != nullptr ? std::optional(reconvergence->target) : jumpTarget(operation);
}

bool transfersControl(const Operation& operation) {
  return controlOf(operation) != Control::FallsThrough;
}

Exits exitsOf(const Thread& thread, std::uint32_t index) {
  const Instruction& instruction = thread.instructions[index];
  const std::uint32_t fallThrough = index + 1;
  const Control control = controlOf(instruction.operation);
  if (control == Control::FallsThrough) {
    return {fallThrough, fallThrough};
  }
  const auto end = static_cast<std::uint32_t>(thread.instructions.size());
  const std::uint32_t target = jumpTarget(instruction.operation).value_or(end);
  const bool chooses = control == Control::Branches || instruction.predicate;
  return {chooses ? fallThrough : target, target};
}

}  // namespace hrfcheck::inline program
