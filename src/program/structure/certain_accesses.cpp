// Walks along the beginning of a thread for as long as there is one way to go, with what is known of the
// registers: initial values, and what constants make of them.

#include "program/structure/certain_accesses.h"

#include <algorithm>

#include "program/expr/arithmetic.h"
#include "program/expr/substitute.h"
#include "program/flow/outside_models.h"
#include "program/structure/address_overflow.h"

namespace hrfcheck::inline program {
namespace {

class Beginning {
 public:
  Beginning(const EventStructure& structure, ThreadId thread)
      : structure_(structure),
        thread_(structure.program().threads[thread]),
        id_(thread),
        forges_(mayOverflow(structure, thread)) {
    for (RegisterId r = 0; r < thread_.registers.size(); ++r) {
      known_[r] = constant(r < thread_.initialRegisters.size() ? thread_.initialRegisters[r] : 0);
    }
  }

  std::vector<CertainAccess> find() {
    const UnrolledThread& unrolled = structure_.threads()[id_];
    NodeId at = unrolled.start;
    while (at < unrolled.nodes.size() && pass(unrolled.nodes[at], structure_.eventsOf(id_, at))) {
      at = unrolled.nodes[at].next;
    }
    return std::move(found_);
  }

 private:
  /// False where the node is not certainly left by its one exit.
  bool pass(const UnrolledNode& node, const EventStructure::NodeEvents& events) {
    const Instruction& instruction = thread_.instructions[node.instruction];
    if (instruction.predicate || node.next != node.taken || forges_[node.instruction]) {
      return false;
    }
    return std::visit(Overloaded{[&](const LoadOp& o) {
                                   const bool passed = note(events.first, locationOf(o.address));
                                   known_.erase(o.target);
                                   return passed;
                                 },
                                 [&](const StoreOp& o) {
                                   return !mayHaveNoValue(*o.value) &&
                                          note(events.first, locationOf(o.address));
                                 },
                                 [&](const RmwOperation& o) { return passRmw(o, events); },
                                 [&](const AssignOp& o) { return passAssign(o); },
                                 []<OneOf<FenceOp, JumpOp, NopOp> Op>(const Op&) { return true; },
                                 []<OneOf<BarrierOp, BranchOp, ExitOp> Op>(const Op&) { return false; },
                                 OutsideModels<bool>{}},
                      instruction.operation);
  }

  bool passRmw(const RmwOperation& o, const EventStructure::NodeEvents& events) {
    if (mayHaveNoValue(*o.operand) || (o.expected && mayHaveNoValue(*o.expected))) {
      return false;
    }
    const std::optional<LocationId> location = locationOf(o.address);
    if (!note(events.first, location)) {
      return false;
    }
    if (o.target) {
      known_.erase(*o.target);
    }
    return o.op == RmwOp::CompareSwap || note(events.second, location);
  }

  bool passAssign(const AssignOp& o) {
    if (mayHaveNoValue(*o.value)) {
      return false;
    }
    const ExprPtr value = substitute(o.value, known_);
    if (constantValue(*value)) {
      known_[o.target] = value;
    } else {
      known_.erase(o.target);
    }
    return true;
  }

  bool note(EventId event, std::optional<LocationId> location) {
    if (location) {
      found_.push_back({event, *location});
    }
    return location.has_value();
  }

  std::optional<LocationId> locationOf(const ExprPtr& address) const {
    const auto value = mayHaveNoValue(*address) ? std::nullopt : constantValue(*substitute(address, known_));
    return value ? structure_.program().locationAt(*value) : std::nullopt;
  }

  const EventStructure& structure_;
  const Thread& thread_;
  ThreadId id_;
  std::vector<bool> forges_;  ///< by instruction
  std::map<RegisterId, ExprPtr> known_;
  std::vector<CertainAccess> found_;
};

}  // namespace

std::vector<CertainAccess> certainAccesses(const EventStructure& structure, ThreadId thread) {
  return Beginning(structure, thread).find();
}

}  // namespace hrfcheck::inline program
