// Live registers, backward over the control flow of one thread.
//
// A register is live before an instruction when some path from there reads it before it is written, in a way
// that can matter: in an address, an operand, an expected value, a branch, a predicate, or at the end where
// the final state lists it. An assignment reads its operands only where its target is live behind it
// ("strongly live": counters that count for nobody are dead), unless it may divide by zero, fail as an
// assertion or the like (mayHaveNoValue), which is seen whether or not anybody looks at the value. (That a
// counter may overflow does not keep it alive: it could count for ever without being looked at.)
//
// States of the LTS keep dead registers at 0. That is a bisimulation: two states that differ in dead
// registers only have their threads at the same instructions, which by the definition above evaluate the same
// addresses, operands and branches, and lead to two such states again. Without it the counts of CONCUR 2018,
// Figures 2b and 3b are not reproduced: a failed compare-and-swap would leave its result behind.

#include "program/flow/live_registers.h"

#include "program/expr/arithmetic.h"
#include "program/flow/control_flow.h"
#include "program/ir/operands.h"
#include "util/invariant.h"
#include "util/overloaded.h"

namespace hrfcheck::inline program {
namespace {

std::vector<bool> liveBefore(const Instruction& instruction, std::vector<bool> live) {
  const auto* assign = std::get_if<AssignOp>(&instruction.operation);
  const bool idle = assign != nullptr && !live[assign->target] && !mayHaveNoValue(*assign->value);
  if (idle) {
    return live;
  }
  if (!instruction.predicate) {
    for (const RegisterId target : targetsOf(instruction.operation)) {
      live[target] = false;
    }
  }
  for (const RegisterId reg : registersReadBy(instruction)) {
    live[reg] = true;
  }
  return live;
}

}  // namespace

LiveRegisters::LiveRegisters(const Thread& thread, const std::set<RegisterId>& atEnd,
                             const Deadline& deadline) {
  PacedLook look(deadline);
  for (std::size_t at = 0; at <= thread.instructions.size(); ++at) {
    look.spend(1 + thread.registers.size());
    live_.emplace_back(thread.registers.size(), false);
  }
  for (const RegisterId reg : atEnd) {
    live_.back()[reg] = true;
  }
  bool changed = true;
  while (changed) {
    changed = false;
    for (auto at = static_cast<std::uint32_t>(thread.instructions.size()); at-- > 0;) {
      look.spend(1 + thread.registers.size());
      std::vector<bool> behind(thread.registers.size(), false);
      const Exits exits = exitsOf(thread, at);
      for (const std::uint32_t next : {exits.next, exits.taken}) {
        for (RegisterId reg = 0; reg < behind.size(); ++reg) {
          behind[reg] = behind[reg] || live_[next][reg];
        }
      }
      std::vector<bool> before = liveBefore(thread.instructions[at], std::move(behind));
      changed = changed || before != live_[at];
      live_[at] = std::move(before);
    }
  }
}

void LiveRegisters::forgetDead(std::uint32_t instruction, std::vector<Value>& registers) const {
  INVARIANT(registers.size() == live_[instruction].size(), "one value for each register");
  for (RegisterId reg = 0; reg < registers.size(); ++reg) {
    if (!live_[instruction][reg]) {
      registers[reg] = 0;
    }
  }
}

}  // namespace hrfcheck::inline program
