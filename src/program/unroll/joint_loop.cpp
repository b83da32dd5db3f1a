#include "program/unroll/joint_loop.h"

#include <algorithm>

#include "program/flow/control_flow.h"
#include "program/unroll/loop_ranges.h"

namespace hrfcheck::inline program {
namespace {

class RoundWalk {
 public:
  RoundWalk(const Thread& thread, const Loop& range) : thread_(thread) {
    loop_.head = range.head;
    loop_.last = range.last;
  }

  std::optional<JointLoop> run() {
    if (enteredInTheMiddle() || !walk() || loop_.goesOn == nullptr) {
      return std::nullopt;
    }
    return loop_;
  }

 private:
  bool inside(std::uint32_t i) const { return loop_.head <= i && i <= loop_.last; }

  bool enteredInTheMiddle() const {
    for (std::uint32_t i = 0; i < thread_.instructions.size(); ++i) {
      const auto target = jumpTarget(thread_.instructions[i].operation);
      if (target && !inside(i) && inside(*target) && *target != loop_.head) {
        return true;
      }
    }
    return false;
  }

  /// Where control is when jumps are made: each is made once at most.
  std::uint32_t behindJumps(std::uint32_t i) const {
    for (std::size_t jumps = 0; i != loop_.head && i < thread_.instructions.size(); ++jumps) {
      const Instruction& instruction = thread_.instructions[i];
      const auto* jump = std::get_if<JumpOp>(&instruction.operation);
      if (jump == nullptr || instruction.predicate || jumps > thread_.instructions.size()) {
        break;
      }
      i = jump->target;
    }
    return i;
  }

  bool walk() {
    std::uint32_t at = loop_.head;
    do {
      const Instruction& instruction = thread_.instructions[at];
      if (instruction.predicate) {
        return false;
      }
      loop_.round.push_back(at);
      const std::optional<std::uint32_t> next = follow(instruction, at);
      if (!next || !inside(*next) || (*next <= at && *next != loop_.head)) {
        return false;
      }
      at = *next;
    } while (at != loop_.head);
    return true;
  }

  std::optional<std::uint32_t> follow(const Instruction& instruction, std::uint32_t at) {
    const Operation& operation = instruction.operation;
    const auto* branch = std::get_if<BranchOp>(&operation);
    if (branch == nullptr) {
      const bool straight =
          std::holds_alternative<LoadOp>(operation) || std::holds_alternative<StoreOp>(operation) ||
          std::holds_alternative<RmwOperation>(operation) || std::holds_alternative<FenceOp>(operation) ||
          std::holds_alternative<BarrierOp>(operation) || std::holds_alternative<AssignOp>(operation) ||
          std::holds_alternative<NopOp>(operation);
      return straight ? std::optional(behindJumps(at + 1)) : std::nullopt;
    }
    const std::uint32_t taken = behindJumps(branch->target);
    const std::uint32_t next = behindJumps(at + 1);
    if (inside(taken) == inside(next) || loop_.goesOn != nullptr) {
      return std::nullopt;
    }
    loop_.test = loop_.round.size() - 1;
    loop_.goesOn = inside(taken) ? branch->condition : unary(UnaryOp::LogicalNot, branch->condition);
    loop_.exit = inside(taken) ? next : taken;
    return inside(taken) ? taken : next;
  }

  const Thread& thread_;
  JointLoop loop_;
};

}  // namespace

std::optional<JointLoop> jointLoopOf(const Thread& thread, PacedLook& look) {
  std::optional<Loop> found;
  for (const Loop& loop : loopRanges(thread, look)) {
    const auto begin = thread.instructions.begin();
    const bool meets =
        std::any_of(begin + loop.head, begin + loop.last + 1, [](const Instruction& instruction) {
          return std::holds_alternative<BarrierOp>(instruction.operation);
        });
    if (!meets) {
      continue;
    }
    if (found) {
      return std::nullopt;
    }
    found = loop;
  }
  return found ? RoundWalk(thread, *found).run() : std::nullopt;
}

}  // namespace hrfcheck::inline program
