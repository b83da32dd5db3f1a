#include "check/promise/weaker_accesses.h"

#include <algorithm>
#include <optional>

#include "program/ir/operands.h"

namespace hrfcheck::inline check {
namespace {

bool hasAtomics(const Program& program) {
  return std::ranges::any_of(program.threads, [](const Thread& thread) {
    return std::ranges::any_of(thread.instructions, [](const Instruction& instruction) {
      return atomicityOf(instruction.operation) != nullptr &&
             !std::holds_alternative<FenceOp>(instruction.operation);
    });
  });
}

std::optional<WeakerAccess::Why> whyWeaker(const Instruction& instruction) {
  using Why = WeakerAccess::Why;
  if (std::holds_alternative<FenceOp>(instruction.operation)) {
    return Why::Fence;
  }
  if (std::holds_alternative<BarrierOp>(instruction.operation)) {
    return Why::Barrier;
  }
  const Atomicity* atomicity = atomicityOf(instruction.operation);
  if (atomicity != nullptr && atomicity->remote) {
    return Why::Remote;
  }
  const auto* rmw = std::get_if<RmwOperation>(&instruction.operation);
  const bool weakFailure = rmw != nullptr && rmw->failureOrder && *rmw->failureOrder != Order::SeqCst;
  return (atomicity != nullptr && atomicity->order != Order::SeqCst) || weakFailure
             ? std::optional(Why::Order)
             : std::nullopt;
}

}  // namespace

std::vector<WeakerAccess> weakerAccesses(const Program& program) {
  std::vector<WeakerAccess> found;
  if (!hasAtomics(program)) {
    return found;
  }
  for (ThreadId t = 0; t < program.threads.size(); ++t) {
    const auto& code = program.threads[t].instructions;
    for (std::uint32_t i = 0; i < code.size(); ++i) {
      if (const auto why = whyWeaker(code[i])) {
        found.push_back({*why, {t, i}});
      }
    }
  }
  return found;
}

}  // namespace hrfcheck::inline check
