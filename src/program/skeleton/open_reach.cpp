#include "program/skeleton/open_reach.h"

#include <algorithm>

#include "program/ir/arithmetic.h"
#include "program/ir/further_operators.h"
#include "program/ir/outside_models.h"
#include "program/values/value_cycles.h"
#include "util/overloaded.h"

namespace hrfcheck::inline program {
namespace {

/// By register: whether it hangs on open contents.
using Hanging = std::vector<bool>;

class OpenWalk {
 public:
  /// @param ofUnknown follows what nothing says instead of what open locations hold
  OpenWalk(const Skeleton& skeleton, const Deadline& deadline, bool ofUnknown)
      : skeleton_(skeleton), look_(deadline), ofUnknown_(ofUnknown) {
    const std::vector<MemoryLocation>& locations = skeleton.program().locations;
    for (LocationId l = 0; l < locations.size(); ++l) {
      if (ofUnknown ? isUnknown(locations[l].initial) : locations[l].open) {
        reach_.contents.insert(l);
      }
    }
  }

  OpenReach run() {
    if (!ofUnknown_) {
      if (reach_.contents.empty()) {
        return std::move(reach_);
      }
      noteAccessed();
    }
    for (ThreadId t = 0; t < skeleton_.threads().size(); ++t) {
      passThread(t);
    }
    for (std::size_t before = 0; before != reach_.contents.size();) {
      before = reach_.contents.size();
      for (ThreadId t = 0; t < skeleton_.threads().size(); ++t) {
        passThread(t);
      }
    }
    return std::move(reach_);
  }

 private:
  void noteAccessed() {
    for (EventId e = static_cast<EventId>(skeleton_.initialWrites()); e < skeleton_.size(); ++e) {
      for (const LocationId l : skeleton_.mayLocations()[e]) {
        if (skeleton_.program().locations[l].open) {
          reach_.accessed.insert(l);
        }
      }
    }
  }

  void passThread(ThreadId t) {
    const UnrolledThread& unrolled = skeleton_.threads()[t];
    const Thread& thread = skeleton_.program().threads[t];
    std::vector<Hanging> entry(unrolled.nodes.size(), Hanging(thread.registers.size(), false));
    for (NodeId n = 0; n < unrolled.nodes.size(); ++n) {
      look_.spend(1 + thread.registers.size());
      const UnrolledNode& node = unrolled.nodes[n];
      const Instruction& instruction = thread.instructions[node.instruction];
      Hanging registers = std::move(entry[n]);
      if (instruction.predicate) {
        controls(registers[instruction.predicate->reg]);
      }
      execute(skeleton_.eventsOf(t, n).first, instruction.operation, registers);
      for (const NodeId to : {node.next, node.taken}) {
        for (RegisterId r = 0; to < entry.size() && r < registers.size(); ++r) {
          entry[to][r] = entry[to][r] || registers[r];
        }
      }
    }
  }

  bool hangs(const Expr& expr, const Hanging& registers) const {
    return std::ranges::any_of(registersOf(expr), [&](RegisterId r) { return registers[r]; }) ||
           (ofUnknown_ && namesUnknown(expr));
  }

  static bool namesUnknown(const Expr& expr) {
    return std::visit(
        Overloaded{[](const ConstantExpr& e) { return isUnknown(e.value); },
                   [](const RegisterExpr&) { return false; },
                   [](const UnaryExpr& e) { return namesUnknown(*e.operand); },
                   [](const BinaryExpr& e) { return namesUnknown(*e.left) || namesUnknown(*e.right); },
                   [](const SelectExpr& e) {
                     return namesUnknown(*e.condition) || namesUnknown(*e.whenTrue) ||
                            namesUnknown(*e.whenFalse);
                   }},
        expr.node);
  }

  void controls(bool hanging) { reach_.control = reach_.control || hanging; }

  /// A value that may not be there decides whether the thread goes on.
  bool value(const Expr& expr, const Hanging& registers) {
    const bool hanging = hangs(expr, registers);
    controls(hanging && mayHaveNoValue(expr));
    return hanging;
  }

  const std::vector<LocationId>& at(EventId event, const Expr& address, const Hanging& registers) {
    controls(hangs(address, registers));
    return skeleton_.mayLocations()[event];
  }

  bool holdsOpen(const std::vector<LocationId>& locations) const {
    return std::ranges::any_of(locations, [&](LocationId l) { return reach_.contents.contains(l); });
  }

  void execute(EventId event, const Operation& operation, Hanging& registers) {
    std::visit(Overloaded{[&](const LoadOp& o) {
                            registers[o.target] = holdsOpen(at(event, *o.address, registers));
                          },
                          [&](const StoreOp& o) {
                            const std::vector<LocationId>& locations = at(event, *o.address, registers);
                            if (value(*o.value, registers)) {
                              reach_.contents.insert(locations.begin(), locations.end());
                            }
                          },
                          [&](const RmwOperation& o) { readModifyWrite(event, o, registers); },
                          [&](const AssignOp& o) { registers[o.target] = value(*o.value, registers); },
                          [&](const BranchOp& o) { controls(hangs(*o.condition, registers)); },
                          [](const FenceOp&) {}, [](const BarrierOp&) {}, [](const JumpOp&) {},
                          [](const ExitOp&) {}, [](const NopOp&) {}, OutsideModels<void>{}},
               operation);
  }

  void readModifyWrite(EventId event, const RmwOperation& o, Hanging& registers) {
    const std::vector<LocationId>& locations = at(event, *o.address, registers);
    const bool old = holdsOpen(locations);
    controls(o.expected && (old || hangs(*o.expected, registers)));
    if (value(*o.operand, registers) || (combinesOld(o.op) && old)) {
      reach_.contents.insert(locations.begin(), locations.end());
    }
    if (o.target) {
      registers[*o.target] = old;
    }
  }

  const Skeleton& skeleton_;
  PacedLook look_;
  bool ofUnknown_;
  OpenReach reach_;
};

}  // namespace

OpenReach openReach(const Skeleton& skeleton, const Deadline& deadline) {
  return OpenWalk(skeleton, deadline, false).run();
}

std::set<LocationId> mayHoldUnknown(const Skeleton& skeleton, const Deadline& deadline) {
  return OpenWalk(skeleton, deadline, true).run().contents;
}

}  // namespace hrfcheck::inline program
