#include "termination/waits/loop_reads.h"

#include <algorithm>
#include <set>

#include "program/ir/operands.h"

namespace hrfcheck::inline termination {
namespace {

class LoopReads {
 public:
  LoopReads(const Places& loop, const Thread& thread) : thread_(thread) {
    for (std::uint32_t at = 0; at < thread.instructions.size(); ++at) {
      if (loop[at]) {
        loop_.push_back(at);
      }
    }
    for (const std::uint32_t at : loop_) {
      if (transfersControl(thread.instructions[at].operation)) {
        await(at);
      }
    }
    while (spread()) {
    }
  }

  bool awaits(const std::optional<RegisterId>& reg) const { return reg && awaited_.contains(*reg); }
  const std::vector<std::uint32_t>& instructions() const { return loop_; }

 private:
  void await(std::uint32_t at) {
    for (const RegisterId reg : registersReadBy(thread_.instructions[at])) {
      awaited_.insert(reg);
    }
  }

  /// One round; whether there is more than before.
  bool spread() {
    const std::size_t before = awaited_.size();
    bool words = false;
    bool bits = false;
    for (const std::uint32_t at : loop_) {
      const Operation& operation = thread_.instructions[at].operation;
      const auto* lock = std::get_if<LockLoadOp>(&operation);
      const bool bit = lock != nullptr && awaits(lock->locked);
      const bool word = lock != nullptr ? awaits(lock->target) : awaitsTargetOf(operation);
      if (bit || word) {
        await(at);
      }
      bits = bits || bit;
      words = words || (word && readsMemory(operation));
    }
    for (const std::uint32_t at : loop_) {
      awaitWritten(at, words, bits);
    }
    return awaited_.size() != before;
  }

  bool awaitsTargetOf(const Operation& operation) const {
    return std::ranges::any_of(targetsOf(operation), [&](RegisterId reg) { return awaits(reg); });
  }

  /// What the loop writes may come back to what it reads: all of it to words, to bits only whether and where.
  void awaitWritten(std::uint32_t at, bool words, bool bits) {
    const Instruction& instruction = thread_.instructions[at];
    if (words && writesMemory(instruction.operation)) {
      await(at);
    } else if (bits && std::holds_alternative<UnlockStoreOp>(instruction.operation)) {
      const std::vector<RegisterId> where = registersOf(*operandsOf(instruction.operation).address);
      awaited_.insert(where.begin(), where.end());
      if (instruction.predicate) {
        awaited_.insert(instruction.predicate->reg);
      }
    }
  }

  const Thread& thread_;
  std::vector<std::uint32_t> loop_;
  std::set<RegisterId> awaited_;
};

}  // namespace

std::vector<Awaited> awaitedIn(const Places& loop, const Program& program, ThreadId lane,
                               const Cells& cells) {
  const LoopReads reads(loop, program.threads[lane]);
  std::vector<Awaited> result;
  for (const std::uint32_t at : reads.instructions()) {
    const Operation& operation = program.threads[lane].instructions[at].operation;
    if (const auto* lock = std::get_if<LockLoadOp>(&operation)) {
      if (reads.awaits(lock->locked)) {
        result.push_back({at, *cells.lockBit(lane, at)});
      }
      if (reads.awaits(lock->target)) {
        result.push_back({at, *cells.word(lane, at)});
      }
    } else if (readsMemory(operation) &&
               std::ranges::any_of(targetsOf(operation), [&](RegisterId reg) { return reads.awaits(reg); })) {
      result.push_back({at, *cells.word(lane, at)});
    }
  }
  return result;
}

}  // namespace hrfcheck::inline termination
