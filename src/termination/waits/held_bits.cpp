#include "termination/waits/held_bits.h"

#include <set>
#include <tuple>

#include "program/ir/operands.h"

namespace hrfcheck::inline termination {
namespace {

/// Ways through the code that differ in what is known; more are not told apart.
constexpr std::size_t kMostWays = 20'000;
/// Larger values are not followed: a counter would make a way of its own of each round.
constexpr Value kLargestValue = 3;

/// A thread before an instruction, and what is known of it.
struct Way {
  std::uint32_t at = 0;
  bool holds = false;
  std::vector<std::optional<Value>> registers;  ///< of those that decide where the code goes
  friend auto operator<=>(const Way&, const Way&) = default;
};

class HeldBits {
 public:
  HeldBits(const Program& program, ThreadId lane, const Cell& bit, const Cells& cells)
      : thread_(program.threads[lane]), lane_(lane), bit_(bit), cells_(cells) {
    followed_.resize(thread_.registers.size(), false);
    for (bool more = true; more;) {
      more = false;
      for (const Instruction& instruction : thread_.instructions) {
        more = follow(instruction) || more;
      }
    }
  }

  Places run(const Deadline& deadline) {
    Places result(thread_.instructions.size() + 1, false);
    PacedLook look(deadline);
    Way start;
    for (RegisterId reg = 0; reg < thread_.registers.size(); ++reg) {
      start.registers.push_back(kept(reg, thread_.initialRegisters[reg]));
    }
    add(start);
    while (!left_.empty()) {
      look.spend(1 + thread_.registers.size());
      if (seen_.size() > kMostWays) {
        return Places(thread_.instructions.size() + 1, true);
      }
      const Way way = left_.back();
      left_.pop_back();
      result[way.at] = result[way.at] || way.holds;
      if (way.at < thread_.instructions.size()) {
        goOn(way);
      }
    }
    return result;
  }

 private:
  /// Registers that guard something, that branches look at, and those from which they are computed.
  bool follow(const Instruction& instruction) {
    bool more = false;
    const auto add = [&](RegisterId reg) {
      more = more || !followed_[reg];
      followed_[reg] = true;
    };
    bool matters = std::holds_alternative<BranchOp>(instruction.operation);
    for (const RegisterId reg : targetsOf(instruction.operation)) {
      matters = matters || (followed_[reg] && std::holds_alternative<AssignOp>(instruction.operation));
    }
    if (instruction.predicate) {
      add(instruction.predicate->reg);
    }
    if (matters) {
      for (const RegisterId reg : registersReadBy(instruction)) {
        add(reg);
      }
    }
    return more;
  }

  std::optional<Value> kept(RegisterId reg, std::optional<Value> value) const {
    const bool small = value && *value >= -kLargestValue && *value <= kLargestValue;
    return followed_[reg] && small ? value : std::nullopt;
  }

  void add(Way way) {
    if (seen_.insert(way).second) {
      left_.push_back(std::move(way));
    }
  }

  std::optional<Value> valueOf(const Way& way, const ExprPtr& expr) const {
    for (const RegisterId reg : registersOf(*expr)) {
      if (!way.registers[reg]) {
        return std::nullopt;
      }
    }
    return evaluate(*expr, [&](RegisterId reg) { return *way.registers[reg]; });
  }

  void goOn(const Way& way) {
    const Instruction& instruction = thread_.instructions[way.at];
    const auto& predicate = instruction.predicate;
    const std::optional<Value> guard = predicate ? way.registers[predicate->reg] : std::optional<Value>(1);
    const bool negated = predicate && predicate->negated;
    if (!guard || (*guard != 0) == negated) {  // may be passed over
      Way next = way;
      ++next.at;
      add(next);
    }
    if (!guard || (*guard != 0) != negated) {
      execute(way, instruction.operation);
    }
  }

  void execute(const Way& way, const Operation& operation) {
    Way next = way;
    ++next.at;
    if (const auto* branch = std::get_if<BranchOp>(&operation)) {
      const std::optional<Value> condition = valueOf(way, branch->condition);
      if (!condition || *condition == 0) {
        add(next);
      }
      if (!condition || *condition != 0) {
        next.at = branch->target;
        add(next);
      }
    } else if (const auto* jump = std::get_if<JumpOp>(&operation)) {
      next.at = jump->target;
      add(next);
    } else if (std::holds_alternative<ExitOp>(operation)) {
      // has nothing to wait for any more
    } else if (const auto* lock = std::get_if<LockLoadOp>(&operation)) {
      take(next, *lock, mayBeOne(*cells_.lockBit(lane_, way.at), bit_));
    } else {
      forgetTargets(next, operation);
      if (const auto* assign = std::get_if<AssignOp>(&operation)) {
        next.registers[assign->target] = kept(assign->target, valueOf(way, assign->value));
      }
      if (std::holds_alternative<UnlockStoreOp>(operation)) {
        const Cell freed = *cells_.lockBit(lane_, way.at);
        const bool surely = freed.number && freed == bit_;
        next.holds = next.holds && !surely;
      }
      add(next);
    }
  }

  static void forgetTargets(Way& way, const Operation& operation) {
    for (const RegisterId reg : targetsOf(operation)) {
      way.registers[reg].reset();
    }
  }

  /// With the bit, or without.
  void take(Way next, const LockLoadOp& lock, bool isTheBit) {
    forgetTargets(next, lock);
    for (const bool taken : {true, false}) {
      Way with = next;
      with.holds = next.holds || (taken && isTheBit);
      if (lock.locked) {
        with.registers[*lock.locked] = kept(*lock.locked, taken ? 1 : 0);
      }
      add(with);
    }
  }

  const Thread& thread_;
  ThreadId lane_;
  const Cell& bit_;
  const Cells& cells_;
  std::vector<bool> followed_;
  std::set<Way> seen_;
  std::vector<Way> left_;
};

}  // namespace

Places mayHold(const Program& program, ThreadId lane, const Cell& bit, const Cells& cells,
               const Deadline& deadline) {
  return HeldBits(program, lane, bit, cells).run(deadline);
}

}  // namespace hrfcheck::inline termination
