#include "litmus/barrier_operands.h"

#include <algorithm>

namespace hrfcheck::litmus {

std::optional<Value> barrierCount(const RowInstruction& row, const std::vector<ResolvedOperand>& operands,
                                  std::size_t index, Diagnostics& diagnostics) {
  if (row.operands.size() <= index) {
    return std::nullopt;
  }
  if (operands[index].number < 1) {
    diagnostics.error(row.operands[index].place, "a barrier counts at least one arrival");
  }
  return std::max<Value>(operands[index].number, 1);
}

BarrierOp instanceBarrier(std::uint32_t level, const RowInstruction& row,
                          const std::vector<ResolvedOperand>& operands, Diagnostics& diagnostics) {
  BarrierOp barrier;
  barrier.level = level;
  barrier.instance = operands[0].number;
  barrier.id = operands[1].number;
  barrier.count = barrierCount(row, operands, 2, diagnostics);
  barrier.amongNamed = !barrier.count;
  return barrier;
}

std::string barriersOutsideModels(const Program& program) {
  const auto outside = [](const Instruction& instruction) {
    const auto* op = std::get_if<BarrierOp>(&instruction.operation);
    return op != nullptr && (op->count || !op->waits);
  };
  const bool any = std::ranges::any_of(program.threads, [&](const Thread& thread) {
    return std::ranges::any_of(thread.instructions, outside);
  });
  return any ? "barriers with a count have no meaning in the memory models yet" : "";
}

}  // namespace hrfcheck::litmus
