#include "program/structure/undef_taint.h"

#include <algorithm>

#include "program/expr/arithmetic.h"
#include "program/expr/expr_parts.h"
#include "program/expr/operators.h"
#include "program/unroll/forward_pass.h"

namespace hrfcheck::inline program {
namespace {

/// By register: whether it depends on open contents.
using Hanging = std::vector<bool>;

class OpenWalk : public ForwardDomain<Hanging> {
 public:
  /// @param ofUnknown follows what nothing says instead of what open locations hold
  OpenWalk(const EventStructure& structure, const Deadline& deadline, bool ofUnknown)
      : structure_(structure), look_(deadline), ofUnknown_(ofUnknown) {
    const std::vector<MemoryLocation>& locations = structure.program().locations;
    for (LocationId l = 0; l < locations.size(); ++l) {
      if (ofUnknown ? isUnknown(locations[l].initial) : locations[l].open) {
        reach_.contents.insert(l);
      }
    }
  }

  UndefTaint run() {
    if (!ofUnknown_) {
      if (reach_.contents.empty()) {
        return std::move(reach_);
      }
      noteAccessed();
    }
    for (ThreadId t = 0; t < structure_.threads().size(); ++t) {
      passThread(t);
    }
    for (std::size_t before = 0; before != reach_.contents.size();) {
      before = reach_.contents.size();
      for (ThreadId t = 0; t < structure_.threads().size(); ++t) {
        passThread(t);
      }
    }
    return std::move(reach_);
  }

  void come(const PassPlace&, const Hanging& registers) { look_.spend(1 + registers.size()); }

  Sides<Hanging> sides(const PassPlace&, Hanging registers, const Predicate& predicate) {
    controls(registers[predicate.reg]);
    return both(std::move(registers));
  }
  Sides<Hanging> sides(const PassPlace&, Hanging registers, const BranchOp& branch) {
    controls(hangs(*branch.condition, registers));
    return both(std::move(registers));
  }

  void meet(Hanging& known, const Hanging& other) {
    for (RegisterId r = 0; r < known.size(); ++r) {
      known[r] = known[r] || other[r];
    }
  }

  void load(const PassPlace& place, const LoadOp& o, Hanging& registers) {
    registers[o.target] = holdsOpen(at(place, *o.address, registers));
  }

  void store(const PassPlace& place, const StoreOp& o, Hanging& registers) {
    const std::vector<LocationId>& locations = at(place, *o.address, registers);
    if (value(*o.value, registers)) {
      reach_.contents.insert(locations.begin(), locations.end());
    }
  }

  void update(const PassPlace& place, const RmwOperation& o, Hanging& registers) {
    const std::vector<LocationId>& locations = at(place, *o.address, registers);
    const bool old = holdsOpen(locations);
    controls(o.expected && (old || hangs(*o.expected, registers)));
    if (value(*o.operand, registers) || (combinesOld(o.op) && old)) {
      reach_.contents.insert(locations.begin(), locations.end());
    }
    if (o.target) {
      registers[*o.target] = old;
    }
  }

  void assign(const PassPlace&, const AssignOp& o, Hanging& registers) {
    registers[o.target] = value(*o.value, registers);
  }

 private:
  void noteAccessed() {
    for (EventId e = static_cast<EventId>(structure_.initialWrites()); e < structure_.size(); ++e) {
      for (const LocationId l : structure_.mayLocations()[e]) {
        if (structure_.program().locations[l].open) {
          reach_.accessed.insert(l);
        }
      }
    }
  }

  void passThread(ThreadId t) {
    thread_ = t;
    const Thread& thread = structure_.program().threads[t];
    ForwardPass(*this, thread, structure_.threads()[t]).run(Hanging(thread.registers.size(), false));
  }

  bool hangs(const Expr& expr, const Hanging& registers) const {
    return std::ranges::any_of(registersOf(expr), [&](RegisterId r) { return registers[r]; }) ||
           (ofUnknown_ && hasConstant(expr, isUnknown));
  }

  void controls(bool hanging) { reach_.control = reach_.control || hanging; }

  /// A value that may not be there decides whether the thread goes on.
  bool value(const Expr& expr, const Hanging& registers) {
    const bool hanging = hangs(expr, registers);
    controls(hanging && mayHaveNoValue(expr));
    return hanging;
  }

  const std::vector<LocationId>& at(const PassPlace& place, const Expr& address, const Hanging& registers) {
    controls(hangs(address, registers));
    return structure_.mayLocations()[structure_.eventsOf(thread_, place.id).first];
  }

  bool holdsOpen(const std::vector<LocationId>& locations) const {
    return std::ranges::any_of(locations, [&](LocationId l) { return reach_.contents.contains(l); });
  }

  const EventStructure& structure_;
  PacedLook look_;
  bool ofUnknown_;
  UndefTaint reach_;
  ThreadId thread_ = 0;  ///< that is passed
};

}  // namespace

UndefTaint undefTaint(const EventStructure& structure, const Deadline& deadline) {
  return OpenWalk(structure, deadline, false).run();
}

std::set<LocationId> mayHoldUnknown(const EventStructure& structure, const Deadline& deadline) {
  return OpenWalk(structure, deadline, true).run().contents;
}

}  // namespace hrfcheck::inline program
