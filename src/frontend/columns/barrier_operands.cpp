#include "frontend/columns/barrier_operands.h"

#include <fmt/format.h>

#include <algorithm>

#include "program/ir/scope_levels.h"

namespace hrfcheck::frontend {

std::optional<BarrierNumber> barrierCount(const ResolvedRow& row, std::size_t index) {
  if (row.row.operands.size() <= index) {
    return std::nullopt;
  }
  BarrierNumber count = row.operands[index].number;
  if (!count.reg && count.value < 1) {
    row.diagnostics.error(row.row.operands[index].place, "a barrier counts at least one arrival");
    count.value = 1;
  }
  return count;
}

BarrierOp instanceBarrier(std::uint32_t level, const ResolvedRow& row) {
  BarrierOp barrier;
  barrier.level = level;
  barrier.instance = row.operands[0].number;
  barrier.id = row.operands[1].number;
  barrier.count = barrierCount(row, 2);
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

/// The lanes of the wavefronts whose threads may arrive at a barrier, where all have as many; else 1.
std::size_t lanesOfArrivals(const Program& program, ThreadId thread, const BarrierOp& barrier) {
  const ScopeTree& scopes = program.scopes;
  std::optional<std::size_t> lanes;
  for (const ThreadId t : scopes.instances()[scopes.instanceOf(thread, barrier.level)].agents) {
    const std::size_t here = scopes.instances()[scopes.instanceOf(t, kWaveLevel)].agents.size();
    if (lanes.value_or(here) != here) {
      return 1;
    }
    lanes = here;
  }
  return lanes.value_or(1);
}

/// Whether a thread of the same instance of the scope may wait at this barrier.
bool isAwaited(const Program& program, ThreadId thread, const BarrierOp& arrival) {
  const ScopeTree& scopes = program.scopes;
  const ScopeInstanceId scope = scopes.instanceOf(thread, arrival.level);
  return std::ranges::any_of(scopes.instances()[scope].agents, [&](ThreadId t) {
    return std::ranges::any_of(program.threads[t].instructions, [&](const Instruction& instruction) {
      const auto* op = std::get_if<BarrierOp>(&instruction.operation);
      return op != nullptr && op->waits && mayBeSame(*op, arrival);
    });
  });
}

}  // namespace

void dropArrivalsThatNobodyAwaits(Program& program) {
  std::vector<Instruction*> dropped;
  for (ThreadId t = 0; t < program.threads.size(); ++t) {
    for (Instruction& instruction : program.threads[t].instructions) {
      const auto* op = std::get_if<BarrierOp>(&instruction.operation);
      if (op != nullptr && !op->waits && !op->count && !isAwaited(program, t, *op)) {
        dropped.push_back(&instruction);
      }
    }
  }
  for (Instruction* instruction : dropped) {
    instruction->operation = NopOp{};
  }
}

void checkBarrierCounts(const Program& program, Diagnostics& diagnostics) {
  if (!hasWavefronts(program.scopes)) {
    return;
  }
  for (ThreadId t = 0; t < program.threads.size(); ++t) {
    for (const Instruction& instruction : program.threads[t].instructions) {
      const auto* op = std::get_if<BarrierOp>(&instruction.operation);
      if (op == nullptr || !op->count || op->count->reg) {
        continue;
      }
      const auto lanes = static_cast<Value>(lanesOfArrivals(program, t, *op));
      if (op->count->value % lanes != 0) {
        diagnostics.warning(
            instruction.place,
            fmt::format("wavefronts arrive with all their {} lanes: no hardware counts {} arrivals", lanes,
                        op->count->value),
            "the count of a barrier is a multiple of a wavefront's lanes");
      }
    }
  }
}

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
              fmt::format("a register names this barrier, and {} has two that may be the same: which threads "
                          "meet cannot be determined",
                          program.threads[other].name),
              "give the two different instances, or the barriers a count");
          break;
        }
      }
    }
  }
}

}  // namespace hrfcheck::frontend
