// Loops that wait by ordinary loads.
//
// Under interleaving a store is seen by the next load. A memory model promises that of atomics only, so a
// loop that leaves only once an ordinary load has seen another thread's store may go on for ever in practice.
// The rule is one of syntax and finds too many rather than too few:
//
// * A loop is what lies between a backward jump and its target, in the order of the text.
// * A branch of the loop decides about leaving it if it goes out of it (or is the backward jump itself, with
//   its other way out), and so does the predicate of an exit. Then, as long as there is more: a register that
//   such a branch or predicate reads matters; so do those from which an instruction of the loop computes one
//   that matters, and the predicate that instruction runs under; and a branch inside the loop decides, too,
//   if what it jumps over sets a register that matters, or jumps, or leaves.
// * Where lanes give each other numbers, what a lane gives matters, and what it gets was given.
// * A load of the loop without atomicity, into a register that matters, is an ordinary spin if another thread
//   may store to its location. An address that is no constant may be any location.

#include "termination/hangs/ordinary_spins.h"

#include <algorithm>
#include <set>

#include "program/flow/control_flow.h"
#include "program/flow/lane_exchanges.h"
#include "program/ir/operands.h"

namespace hrfcheck::inline termination {
namespace {

/// The location of an address that is a constant.
std::optional<LocationId> fixedLocation(const Program& program, const ExprPtr& address) {
  if (!registersOf(*address).empty()) {
    return std::nullopt;
  }
  const auto value = evaluate(*address, [](RegisterId) { return Value{0}; });
  return value ? program.locationAt(*value) : std::nullopt;
}

bool mayStoreTo(const Program& program, const Instruction& instruction, std::optional<LocationId> location) {
  if (!writesMemory(instruction.operation)) {
    return false;
  }
  const auto target = fixedLocation(program, operandsOf(instruction.operation).address);
  return !location || !target || *location == *target;
}

bool anotherMayStore(const Program& program, ThreadId thread, std::optional<LocationId> location) {
  for (ThreadId t = 0; t < program.threads.size(); ++t) {
    if (t != thread && std::ranges::any_of(program.threads[t].instructions, [&](const Instruction& i) {
          return mayStoreTo(program, i, location);
        })) {
      return true;
    }
  }
  return false;
}

/// The instructions from `first` to `last`, which jumps back to `first`.
class TextLoop {
 public:
  TextLoop(const Thread& thread, std::uint32_t first, std::uint32_t last)
      : code_(thread.instructions), first_(first), last_(last) {
    bool changed = true;
    while (changed) {
      const std::size_t before = matters_.size();
      for (std::uint32_t i = first_; i <= last_; ++i) {
        if (decides(i) || sets(i) || gives(i)) {
          const std::vector<RegisterId> read = registersReadBy(code_[i]);
          matters_.insert(read.begin(), read.end());
        }
      }
      changed = matters_.size() != before;
    }
  }

  /// The instruction sets a register that matters.
  bool sets(std::uint32_t i) const {
    return std::ranges::any_of(targetsOf(code_[i].operation),
                               [&](RegisterId target) { return matters_.contains(target); });
  }

 private:
  /// What a lane gives to others decides for them.
  bool gives(std::uint32_t i) const { return handsOver(code_[i]) && writesMemory(code_[i].operation); }

  bool inside(std::uint32_t i) const { return first_ <= i && i <= last_; }
  bool leaves(std::uint32_t i) const { return std::holds_alternative<ExitOp>(code_[i].operation); }

  bool decides(std::uint32_t i) const {
    if (leaves(i)) {
      return true;
    }
    const auto target = jumpTarget(code_[i].operation);
    if (!target) {
      return false;
    }
    if (!inside(*target) || i == last_) {
      return true;
    }
    for (std::uint32_t over = std::min(i + 1, *target); over < std::max(i, *target); ++over) {
      if (over != i && (sets(over) || leaves(over) || jumpTarget(code_[over].operation))) {
        return true;
      }
    }
    return false;
  }

  const std::vector<Instruction>& code_;
  std::uint32_t first_, last_;
  std::set<RegisterId> matters_;
};

}  // namespace

std::vector<OrdinarySpin> ordinarySpins(const Program& program) {
  std::vector<OrdinarySpin> result;
  for (ThreadId t = 0; t < program.threads.size(); ++t) {
    const Thread& thread = program.threads[t];
    std::set<std::uint32_t> found;
    for (std::uint32_t last = 0; last < thread.instructions.size(); ++last) {
      const auto first = jumpTarget(thread.instructions[last].operation);
      if (!first || *first > last) {
        continue;
      }
      const TextLoop loop(thread, *first, last);
      for (std::uint32_t i = *first; i <= last; ++i) {
        const auto* load = std::get_if<LoadOp>(&thread.instructions[i].operation);
        if (load != nullptr && !load->atomicity && !handsOver(thread.instructions[i]) && loop.sets(i) &&
            anotherMayStore(program, t, fixedLocation(program, load->address))) {
          found.insert(i);
        }
      }
    }
    for (const std::uint32_t load : found) {
      result.push_back({t, load});
    }
  }
  return result;
}

}  // namespace hrfcheck::inline termination
