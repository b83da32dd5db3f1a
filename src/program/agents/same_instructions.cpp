#include "program/agents/same_instructions.h"

#include <algorithm>

#include "program/flow/control_flow.h"
#include "program/ir/operands.h"

namespace hrfcheck::inline program {
namespace {

bool sameAtomicity(const Operation& a, const Operation& b) {
  const Atomicity* first = atomicityOf(a);
  const Atomicity* second = atomicityOf(b);
  return (first == nullptr) == (second == nullptr) &&
         (first == nullptr || (first->order == second->order && first->level == second->level &&
                               first->remote == second->remote));
}

/// Of registers, which may have other numbers in other columns, it is not known.
bool mayBeSame(const BarrierNumber& a, const BarrierNumber& b) {
  return a.reg.has_value() == b.reg.has_value() && (a.reg || a.value == b.value);
}

/// A wavefront comes to one barrier at a time.
bool meetAtOne(const BarrierOp& a, const BarrierOp& b) {
  return a.level == b.level && a.waits == b.waits && mayBeSame(a.id, b.id) &&
         mayBeSame(a.instance, b.instance) && a.count.has_value() == b.count.has_value() &&
         (!a.count || mayBeSame(*a.count, *b.count));
}

/// What the operation is called, without its operands, but for which barrier it is.
bool sameOpcode(const Operation& a, const Operation& b) {
  if (a.index() != b.index() || !sameAtomicity(a, b)) {
    return false;
  }
  if (const auto* rmw = std::get_if<RmwOperation>(&a)) {
    const auto& other = std::get<RmwOperation>(b);
    return rmw->op == other.op && rmw->kind == other.kind;
  }
  if (const auto* vote = std::get_if<VoteOp>(&a)) {
    return vote->vote == std::get<VoteOp>(b).vote;
  }
  if (const auto* barrier = std::get_if<BarrierOp>(&a)) {
    return meetAtOne(*barrier, std::get<BarrierOp>(b));
  }
  return true;
}

}  // namespace

bool haveSameControlFlow(const Thread& a, const Thread& b) {
  bool same = a.instructions.size() == b.instructions.size();
  for (std::uint32_t i = 0; same && i < a.instructions.size(); ++i) {
    const Exits first = exitsOf(a, i);
    const Exits second = exitsOf(b, i);
    same = first.next == second.next && first.taken == second.taken &&
           transfersControl(a.instructions[i].operation) == transfersControl(b.instructions[i].operation);
  }
  return same;
}

bool haveSameInstructions(const Thread& a, const Thread& b) {
  return haveSameControlFlow(a, b) &&
         std::ranges::equal(a.instructions, b.instructions, [](const Instruction& x, const Instruction& y) {
           return sameOpcode(x.operation, y.operation);
         });
}

bool haveSameControlFlow(const Program& program, const std::vector<ThreadId>& lanes) {
  return std::ranges::all_of(lanes, [&](ThreadId lane) {
    return haveSameControlFlow(program.threads[lanes.front()], program.threads[lane]);
  });
}

}  // namespace hrfcheck::inline program
