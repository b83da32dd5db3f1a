#include "frontend/columns/barrier_operands.h"

#include <fmt/format.h>

#include <algorithm>

namespace hrfcheck::frontend {

std::optional<BarrierNumber> barrierCount(const RowInstruction& row,
                                          const std::vector<ResolvedOperand>& operands, std::size_t index,
                                          Diagnostics& diagnostics) {
  if (row.operands.size() <= index) {
    return std::nullopt;
  }
  BarrierNumber count = operands[index].number;
  if (!count.reg && count.value < 1) {
    diagnostics.error(row.operands[index].place, "a barrier counts at least one arrival");
    count.value = 1;
  }
  return count;
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

namespace {

/// A barrier without a count, of which `amongNamed` says who meets.
struct NamedBarrier {
  const Instruction* instruction;
  const BarrierOp* op;
};

std::vector<NamedBarrier> namedBarriersOf(const Thread& thread) {
  std::vector<NamedBarrier> result;
  for (const Instruction& instruction : thread.instructions) {
    const auto* op = std::get_if<BarrierOp>(&instruction.operation);
    if (op != nullptr && op->amongNamed) {
      result.push_back({&instruction, op});
    }
  }
  return result;
}

bool mayBeSame(const BarrierOp& a, const BarrierOp& b) {
  return a.level == b.level && mayBeEqual(a.instance, b.instance) && mayBeEqual(a.id, b.id);
}

/// Whether a thread has two barriers that may both be this one (which may be one of them).
bool hasTwoThatMayBe(const BarrierOp& named, const std::vector<NamedBarrier>& barriers) {
  std::vector<const BarrierOp*> like;
  for (const NamedBarrier& barrier : barriers) {
    const bool another =
        std::ranges::any_of(like, [&](const BarrierOp* op) { return mayBeSame(*op, *barrier.op); });
    if (mayBeSame(named, *barrier.op)) {
      if (another) {
        return true;
      }
      like.push_back(barrier.op);
    }
  }
  return false;
}

}  // namespace

void checkBarriersNamedByRegisters(const Program& program, Diagnostics& diagnostics) {
  std::vector<std::vector<NamedBarrier>> barriers;
  for (const Thread& thread : program.threads) {
    barriers.push_back(namedBarriersOf(thread));
  }
  for (ThreadId t = 0; t < program.threads.size(); ++t) {
    for (const NamedBarrier& barrier : barriers[t]) {
      if (!barrier.op->isNamedByRegister()) {
        continue;
      }
      const ScopeInstanceId scope = program.scopes.instanceOf(t, barrier.op->level);
      for (const ThreadId other : program.scopes.instances()[scope].agents) {
        if (hasTwoThatMayBe(*barrier.op, barriers[other])) {
          diagnostics.error(
              barrier.instruction->place,
              fmt::format(
                  "a register says which barrier this is, and {} has two that may be the same: who meets "
                  "whom cannot be told",
                  program.threads[other].name),
              "give the two different instances, or the barriers a count");
          break;
        }
      }
    }
  }
}

}  // namespace hrfcheck::frontend
