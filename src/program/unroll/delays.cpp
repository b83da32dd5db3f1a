// Whatever is no assignment, jump or branch is needed, and so is what it reads, and the branches that decide
// whether it is executed. An assignment may be left out if no value of it reaches what is needed; a branch,
// if the first needed instruction is the same on all ways from it, and if no way goes round for ever.
//
// * Dependencies: what is left out depends on no read, so no pair of addr, data or ctrl goes through it.
// * Faults: what may have no value is needed. Whether a signed result fits is known from ranges of registers.
// * Ends: a way round from a branch that is left out to itself passes an assignment that moves a register one
//   way, and never wraps it around; no other one on ways round moves that register. So it is not gone for
//   ever.

#include "program/unroll/delays.h"

#include <algorithm>
#include <map>
#include <optional>

#include "program/expr/arithmetic.h"
#include "program/flow/control_flow.h"
#include "program/flow/register_ranges.h"
#include "program/ir/operands.h"

namespace hrfcheck::inline program {
namespace {

class DelayDropper {
 public:
  DelayDropper(const Thread& thread, const std::set<RegisterId>& observed, PacedLook& look)
      : thread_(thread),
        size_(static_cast<std::uint32_t>(thread.instructions.size())),
        ranges_(thread, look),
        look_(look),
        needed_(size_, false),
        neededRegisters_(thread.registers.size(), false),
        read_(thread.registers.size(), false) {
    for (const RegisterId r : observed) {
      neededRegisters_[r] = true;
    }
  }

  Thread run() {
    findRead();
    for (std::uint32_t i = 0; i < size_; ++i) {
      if (!mayBeLeftOut(thread_.instructions[i])) {
        need(i);
      }
    }
    for (bool changed = true; changed;) {
      changed = needAssignments();
      for (std::uint32_t i = 0; i < size_; ++i) {
        if (std::holds_alternative<BranchOp>(operation(i)) && !needed_[i] && !behind(i)) {
          need(i);
          changed = true;
        }
      }
    }
    return withoutTheRest();
  }

 private:
  const Operation& operation(std::uint32_t i) const { return thread_.instructions[i].operation; }

  /// Registers whose values depend on what is read.
  void findRead() {
    for (bool changed = true; changed;) {
      changed = false;
      for (const Instruction& instruction : thread_.instructions) {
        if (!std::holds_alternative<AssignOp>(instruction.operation) || dependsOnRead(instruction)) {
          for (const RegisterId target : targetsOf(instruction.operation)) {
            changed = changed || !read_[target];
            read_[target] = true;
          }
        }
      }
      look_.spend(size_);
    }
  }

  bool dependsOnRead(const Instruction& instruction) const {
    return std::ranges::any_of(registersReadBy(instruction), [&](RegisterId r) { return read_[r]; });
  }

  bool mayBeLeftOut(const Instruction& instruction) const {
    const Operation& o = instruction.operation;
    const bool jumps = std::holds_alternative<JumpOp>(o) && !instruction.predicate;
    const auto at = static_cast<std::uint32_t>(&instruction - thread_.instructions.data());
    const auto hasValue = [&](const ExprPtr& expr) {
      return !mayHaveNoValue(*expr) && !ranges_.mayOverflow(at, *expr);
    };
    const auto* assign = std::get_if<AssignOp>(&o);
    const auto* branch = std::get_if<BranchOp>(&o);
    return jumps || std::holds_alternative<NopOp>(o) ||
           (!dependsOnRead(instruction) && ((assign != nullptr && hasValue(assign->value)) ||
                                            (branch != nullptr && hasValue(branch->condition))));
  }

  void need(std::uint32_t i) {
    needed_[i] = true;
    for (const RegisterId r : registersReadBy(thread_.instructions[i])) {
      neededRegisters_[r] = true;
    }
  }

  bool needAssignments() {
    bool any = false;
    for (bool changed = true; changed;) {
      changed = false;
      look_.spend(size_);
      for (std::uint32_t i = 0; i < size_; ++i) {
        const auto* assign = std::get_if<AssignOp>(&operation(i));
        if (assign != nullptr && !needed_[i] && neededRegisters_[assign->target]) {
          need(i);
          changed = any = true;
        }
      }
    }
    return any;
  }

  /// What is not needed and comes before the first needed instruction behind another one, that one aside.
  struct Region {
    std::set<std::uint32_t> inside;
    std::set<std::uint32_t> next;
  };

  Region regionBehind(std::uint32_t from) const {
    Region region;
    std::vector<std::uint32_t> open;
    const auto go = [&](std::uint32_t at) {
      const Exits exits = exitsOf(thread_, at);
      open.insert(open.end(), {exits.next, exits.taken});
    };
    go(from);
    while (!open.empty()) {
      const std::uint32_t at = open.back();
      open.pop_back();
      look_.spend(1);
      if (at == size_ || needed_[at]) {
        region.next.insert(at);
      } else if (region.inside.insert(at).second) {
        go(at);
      }
    }
    return region;
  }

  /// The one needed instruction, or the end, that comes next on all ways from a branch.
  std::optional<std::uint32_t> behind(std::uint32_t branch) const {
    const Region region = regionBehind(branch);
    const bool one = region.next.size() == 1;
    return one && ends(region.inside) ? std::optional(*region.next.begin()) : std::nullopt;
  }

  /// Whether no way stays among these instructions for ever.
  bool ends(const std::set<std::uint32_t>& inside) const {
    std::set<std::uint32_t> left = inside;
    std::erase_if(left, [&](std::uint32_t at) { return isStep(at, inside); });
    return !hasCircle(left);
  }

  /// Whether an assignment moves its register one way, as all others in there do that set it.
  bool isStep(std::uint32_t at, const std::set<std::uint32_t>& inside) const {
    const auto* step = std::get_if<AssignOp>(&operation(at));
    if (step == nullptr || thread_.instructions[at].predicate) {
      return false;
    }
    const auto allMove = [&](bool up) {
      return std::ranges::all_of(inside, [&](std::uint32_t other) {
        const auto* assign = std::get_if<AssignOp>(&operation(other));
        return assign == nullptr || assign->target != step->target ||
               ranges_.moves(other, *assign->value, assign->target, up);
      });
    };
    return allMove(true) || allMove(false);
  }

  bool hasCircle(const std::set<std::uint32_t>& among) const {
    std::set<std::uint32_t> left = among;
    for (bool changed = true; changed && !left.empty();) {
      changed = std::erase_if(left, [&](std::uint32_t at) {
                  look_.spend(1);
                  const Exits exits = exitsOf(thread_, at);
                  return !left.contains(exits.next) && !left.contains(exits.taken);
                }) > 0;
    }
    return !left.empty();
  }

  Thread withoutTheRest() const {
    std::map<std::uint32_t, Operation> others;
    for (std::uint32_t i = 0; i < size_; ++i) {
      if (needed_[i]) {
        continue;
      }
      if (std::holds_alternative<AssignOp>(operation(i))) {
        others[i] = NopOp{};
      } else if (std::holds_alternative<BranchOp>(operation(i))) {
        others[i] = JumpOp{*behind(i)};
      }
    }
    Thread result = thread_;
    for (auto& [i, other] : others) {
      result.instructions[i].operation = std::move(other);
      result.instructions[i].predicate.reset();
    }
    return result;
  }

  const Thread& thread_;
  std::uint32_t size_;
  RegisterRanges ranges_;
  PacedLook& look_;
  std::vector<bool> needed_;
  std::vector<bool> neededRegisters_;
  std::vector<bool> read_;  ///< by register: depends on what is read
};

}  // namespace

Thread withoutDelays(const Thread& thread, const std::set<RegisterId>& observed, PacedLook& look) {
  return DelayDropper(thread, observed, look).run();
}

}  // namespace hrfcheck::inline program
