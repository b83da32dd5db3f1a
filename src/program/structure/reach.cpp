// From the end of the unrolled thread to its start, each node from its successors: possible events are
// united, certain ones met. What ends a run early takes everything behind it out of the certain ones: an
// instruction that may fault (and so has no events itself), a barrier (which may stay closed once the thread
// has arrived), the unroll bound, and a spin loop that goes on for ever. Where such runs are left out, an
// exit to another round of a spin loop adds nothing to a meet; a node all of whose runs end so is passed over
// in the same way, and what is certain from it may be said as one likes: all that is possible.
//
// Faults are judged by the values that registers may hold (register_values.h), worked out only for threads
// with a computed address or a division: an address is safe if all its values are locations, a value if it
// divides by nothing that may be 0, overflows nowhere and makes no address of integers (forging.h).

#include "program/structure/reach.h"

#include <algorithm>
#include <optional>

#include "program/expr/arithmetic.h"
#include "program/ir/operands.h"
#include "program/structure/address_overflow.h"
#include "program/structure/register_values.h"

namespace hrfcheck::inline program {
namespace {

class ReachWalk {
 public:
  ReachWalk(const EventStructure& structure, ThreadId thread, SpinningRuns spinning)
      : structure_(structure),
        spinning_(spinning),
        thread_(structure.program().threads[thread]),
        unrolled_(structure.threads()[thread]),
        id_(thread) {
    const std::vector<bool> forges = mayOverflow(structure, thread);
    for (std::uint32_t i = 0; i < thread_.instructions.size(); ++i) {
      mayFault_.push_back(forges[i] || mayFault(thread_.instructions[i].operation));
    }
  }

  void run() {
    const std::size_t nodes = unrolled_.nodes.size();
    certain.assign(nodes, EventSet(structure_.size()));
    possible.assign(nodes, EventSet(structure_.size()));
    spins_.assign(nodes, false);
    for (std::size_t n = nodes; n-- > 0;) {
      visit(static_cast<NodeId>(n));
    }
  }

  bool mayFault() const {
    return std::ranges::any_of(unrolled_.nodes,
                               [&](const UnrolledNode& n) { return mayFault_[n.instruction]; });
  }

  std::vector<EventSet> certain;
  std::vector<EventSet> possible;

 private:
  void visit(NodeId n) {
    const UnrolledNode& node = unrolled_.nodes[n];
    const Instruction& instruction = thread_.instructions[node.instruction];
    const EventStructure::NodeEvents events = structure_.eventsOf(id_, n);
    for (const NodeId to : {node.next, node.taken}) {
      if (to < unrolled_.nodes.size()) {
        possible[n] |= possible[to];
      }
    }
    for (const EventId event : {events.first, events.second}) {
      if (event != kNoEvent) {
        possible[n].insert(event);
      }
    }
    if (mayFault_[node.instruction]) {
      return;
    }
    const bool barrier = std::holds_alternative<BarrierOp>(instruction.operation);
    if (!barrier && onlySpins(node.next) && onlySpins(node.taken)) {
      spins_[n] = true;
      certain[n] = possible[n];
      return;
    }
    if (!barrier) {
      certain[n] = meet(node);
    }
    if (!instruction.predicate) {
      addOwn(n, instruction.operation, events);
    }
  }

  bool onlySpins(NodeId n) const {
    return spinning_ == SpinningRuns::LeftOut && (n == kSpinNode || (n < spins_.size() && spins_[n]));
  }

  /// What is certain from the exits that a run that is looked at may take.
  EventSet meet(const UnrolledNode& node) const {
    if (onlySpins(node.next)) {
      return certainFrom(node.taken);
    }
    if (onlySpins(node.taken)) {
      return certainFrom(node.next);
    }
    return certainFrom(node.next) & certainFrom(node.taken);
  }

  EventSet certainFrom(NodeId n) const {
    return n < certain.size() ? certain[n] : EventSet(structure_.size());
  }

  void addOwn(NodeId n, const Operation& operation, const EventStructure::NodeEvents& events) {
    if (events.first != kNoEvent) {
      certain[n].insert(events.first);
    }
    const auto* rmw = std::get_if<RmwOperation>(&operation);
    if (rmw != nullptr && !rmw->expected) {
      certain[n].insert(events.second);
    }
  }

  bool mayFault(const Operation& operation) {
    const Operands operands = operandsOf(operation);
    return (operands.address != nullptr && !safeAddress(*operands.address)) ||
           std::ranges::any_of(operands.values, [&](const ExprPtr& e) { return !safeValue(*e); });
  }

  bool safeAddress(const Expr& address) {
    const Program& program = structure_.program();
    if (const auto* constant = std::get_if<ConstantExpr>(&address.node)) {
      return program.locationAt(constant->value).has_value();
    }
    return values().allOf(address,
                          [&](std::optional<Value> value) { return value && program.locationAt(*value); });
  }

  bool safeValue(const Expr& expr) {
    return !mayHaveNoValue(expr) ||
           values().allOf(expr, [](std::optional<Value> value) { return value.has_value(); });
  }

  const RegisterValues& values() {
    if (!values_) {
      values_.emplace(structure_, id_);
    }
    return *values_;
  }

  const EventStructure& structure_;
  SpinningRuns spinning_;
  const Thread& thread_;
  const UnrolledThread& unrolled_;
  ThreadId id_;
  std::optional<RegisterValues> values_;  ///< once needed
  std::vector<bool> mayFault_;            ///< by instruction
  std::vector<bool> spins_;               ///< by node: all runs from it end Spinning
};

}  // namespace

Reach::Reach(const EventStructure& structure, SpinningRuns spinning) : none_(structure.size()) {
  for (ThreadId t = 0; t < structure.threads().size(); ++t) {
    ReachWalk walk(structure, t, spinning);
    walk.run();
    mayFault_ = mayFault_ || walk.mayFault();
    threads_.push_back({std::move(walk.certain), std::move(walk.possible)});
  }
}

const EventSet& Reach::certainFrom(ThreadId t, NodeId n) const {
  const std::vector<EventSet>& certain = threads_[t].certain;
  return n < certain.size() ? certain[n] : none_;
}

const EventSet& Reach::possibleFrom(ThreadId t, NodeId n) const {
  const std::vector<EventSet>& possible = threads_[t].possible;
  return n < possible.size() ? possible[n] : none_;
}

}  // namespace hrfcheck::inline program
