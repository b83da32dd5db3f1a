// Let m be a read of a spin loop, w the write that it reads from, and r the same instruction in a later
// round. By coherence r reads from w, too, or from a write w' that is later in coherence. What m acquires
// comes before w in happens-before, or heads a release sequence that w is in (in C11, where happens-before is
// not transitive behind a consume: it synchronizes with m by a release that does). Where m is left out,
// happens-before among the others is the same if r acquires that as well. It does if w' is w. Otherwise:
//
// Read-modify-writes. Let all writes of the location be read-modify-writes that acquire and release, for one
// scope instance. Each reads from the one before it in coherence, and acquires from it: coherence of the
// location is happens-before, and r acquires from w' what comes before w.
//
// Locks. A lock is taken by `while (compare_and_swap(l, 0, 1) != 0) ;` and given back by `store(l, 0)`. Let
// all writes of the location be compare-and-swaps, none of which stores what one of them expects, and stores,
// each of which comes behind a compare-and-swap of its thread that succeeded, with no other write of the
// location in between. Let c be a compare-and-swap that succeeded, and s the next write of its thread, a
// store. Then in coherence s directly follows c:
//
//   Suppose that another write follows c, and let t be the first one. It is no compare-and-swap: by atomicity
//   it would have read what c stored, and none of them expects that. So it is a store, and not of the thread
//   of c, whose next write is s. Before t in its thread there is its compare-and-swap c', with no write of
//   that thread in between. Coherence has c' before c, since nothing is between c and t; so c' is not
//   followed by t, either, but by another write that is not behind c. And so on: ever earlier ones, without
//   end.
//
// So coherence is c1 s1 c2 s2 ..., and each c reads from the store before it. Let stores release, and
// compare-and-swaps acquire, all of them for one scope instance. Then coherence of the location is
// happens-before of its writes, but for the last of them, if that is a compare-and-swap. If w' is a store, r
// acquires from it what comes before w; and if it is a compare-and-swap, by the release sequence of the store
// before it, which w' continues.
//
// Fences would have their part in this, also those of barriers; tests that have some do not qualify.

#include "execution/elimination/subsumed_acquires.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "execution/elimination/one_way.h"
#include "program/expr/substitute.h"
#include "program/ir/operands.h"
#include "program/ir/orders.h"
#include "program/structure/event_structure.h"

namespace hrfcheck::inline execution {
namespace {

/// Most operators of what is known of a register.
constexpr std::size_t kMostKnown = 16;

bool hasAcquire(const Event& event) {
  return event.order && *event.order != Order::Consume && acquires(*event.order);
}

bool hasRelease(const Event& event) {
  return event.order && releases(*event.order);
}

const RmwOperation* swapOf(const Instruction& instruction) {
  const auto* rmw = std::get_if<RmwOperation>(&instruction.operation);
  return rmw != nullptr && rmw->op == RmwOp::CompareSwap ? rmw : nullptr;
}

/// What is known about who holds a lock where a node of a thread begins.
struct Holding {
  bool reached = false;
  bool held = false;  ///< by the thread: its last write of the location is a compare-and-swap
  /// Else: the last compare-and-swap, and registers as expressions over what it read. It may have succeeded.
  std::optional<NodeId> asked;
  std::map<RegisterId, ExprPtr> known;
};

Holding unknown() {
  Holding state;
  state.reached = true;
  return state;
}

Holding held() {
  Holding state = unknown();
  state.held = true;
  return state;
}

bool sameKnown(const Holding& a, const Holding& b) {
  return a.asked == b.asked && a.known.size() == b.known.size() &&
         std::ranges::equal(a.known, b.known, [](const auto& x, const auto& y) {
           return x.first == y.first && sameExpr(*x.second, *y.second);
         });
}

void mergeInto(Holding& at, const Holding& from) {
  if (!at.reached) {
    at = from;
  } else if (at.held != from.held || !sameKnown(at, from)) {
    at = unknown();
  }
}

std::size_t sizeOf(const Expr& expr) {
  return 1 + registersOf(expr).size();
}

/// Follows who holds the lock through a thread.
class ThreadHolding {
 public:
  ThreadHolding(const EventStructure& structure, ThreadId thread, LocationId lock, const Deadline& deadline)
      : structure_(structure),
        thread_(thread),
        code_(structure.program().threads[thread].instructions),
        nodes_(structure.threads()[thread].nodes),
        lock_(lock),
        symbol_(static_cast<RegisterId>(structure.program().threads[thread].registers.size())),
        states_(nodes_.size()),
        look_(deadline) {}

  /// Whether the thread holds the lock wherever it stores to it.
  bool storesOnlyWhereHeld() {
    const NodeId start = structure_.threads()[thread_].start;
    if (start < nodes_.size()) {
      states_[start].reached = true;
    }
    for (NodeId n = 0; n < nodes_.size(); ++n) {  // every edge goes forward
      look_.spend(1 + states_[n].known.size());
      if (states_[n].reached && !pass(n)) {
        return false;
      }
    }
    return true;
  }

 private:
  bool touchesLock(NodeId n) const {
    const EventId event = structure_.eventsOf(thread_, n).first;
    return event != kNoEvent && std::ranges::binary_search(structure_.mayLocations()[event], lock_);
  }

  bool pass(NodeId n) {
    const Instruction& instruction = code_[nodes_[n].instruction];
    Holding after = states_[n];
    if (touchesLock(n) && swapOf(instruction) != nullptr) {
      ask(n, instruction, after);
    } else if (touchesLock(n) && !std::holds_alternative<LoadOp>(instruction.operation)) {
      if (!after.held) {
        return false;
      }
      after = unknown();
    } else {
      assign(instruction, after);
    }
    go(n, nodes_[n].next, false, after);
    if (nodes_[n].taken != nodes_[n].next) {
      go(n, nodes_[n].taken, true, after);
    }
    return true;
  }

  void ask(NodeId n, const Instruction& instruction, Holding& after) const {
    if (after.held) {
      return;  // if it succeeds, the last write is a compare-and-swap again
    }
    after = unknown();
    const RmwOperation& swap = *swapOf(instruction);
    if (!instruction.predicate && swap.target) {
      after.asked = n;
      after.known[*swap.target] = registerRef(symbol_);
    }
  }

  void assign(const Instruction& instruction, Holding& after) const {
    std::map<RegisterId, ExprPtr> fresh;
    const auto* assigned = std::get_if<AssignOp>(&instruction.operation);
    if (assigned != nullptr && after.asked && !instruction.predicate &&
        sizeOf(*assigned->value) <= kMostKnown) {
      const ExprPtr value = substitute(assigned->value, after.known);
      if (isKnown(*value) && sizeOf(*value) <= kMostKnown) {
        fresh[assigned->target] = value;
      }
    }
    for (const RegisterId target : targetsOf(instruction.operation)) {
      after.known.erase(target);
    }
    after.known.merge(fresh);
  }

  bool isKnown(const Expr& expr) const {
    return std::ranges::all_of(registersOf(expr), [&](RegisterId r) { return r == symbol_; });
  }

  void go(NodeId from, NodeId to, bool taken, Holding state) {
    if (to >= nodes_.size()) {
      return;
    }
    if (state.asked && nodes_[from].taken != nodes_[from].next && onlyIfSucceeded(from, taken, state)) {
      state = held();
    }
    mergeInto(states_[to], state);
  }

  /// Whether the branch goes this way only where the compare-and-swap has read what it expects.
  bool onlyIfSucceeded(NodeId branch, bool taken, const Holding& state) const {
    const Instruction& instruction = code_[nodes_[branch].instruction];
    const auto* conditional = std::get_if<BranchOp>(&instruction.operation);
    if (conditional == nullptr || instruction.predicate) {
      return false;
    }
    const ExprPtr condition = substitute(conditional->condition, state.known);
    const EventId read = structure_.eventsOf(thread_, *state.asked).first;
    const RmwOperation& swap = *swapOf(code_[nodes_[*state.asked].instruction]);
    const std::optional<Value> expected = constantValue(*swap.expected);
    return isKnown(*condition) && expected &&
           std::ranges::all_of(structure_.domain(read, lock_), [&](Value value) {
             const auto holds = constantValue(*substitute(condition, {{symbol_, constant(value)}}));
             return value == *expected || (holds && (*holds != 0) != taken);
           });
  }

  const EventStructure& structure_;
  ThreadId thread_;
  const std::vector<Instruction>& code_;
  const std::vector<UnrolledNode>& nodes_;
  LocationId lock_;
  RegisterId symbol_;  ///< stands for what the compare-and-swap read
  std::vector<Holding> states_;
  PacedLook look_;
};

/// The accesses of a location, but for the initial write.
std::vector<EventId> accessesOf(const EventStructure& structure, LocationId location) {
  std::vector<EventId> result;
  for (EventId e = 0; e < structure.size(); ++e) {
    if (structure.events()[e].thread != kNoThread &&
        std::ranges::binary_search(structure.mayLocations()[e], location)) {
      result.push_back(e);
    }
  }
  return result;
}

/// All of them reach the location one way, and those of different threads are for one scope instance.
bool synchronize(const EventStructure& structure, const std::vector<EventId>& accesses, PacedLook& look) {
  const OneWay oneWay(structure);
  return std::ranges::all_of(accesses, [&](EventId a) {
    look.spend(1 + accesses.size());
    return std::ranges::all_of(accesses, [&](EventId b) {
      const bool oneThread = structure.events()[a].thread == structure.events()[b].thread;
      return oneWay.holds(a, b) &&
             (oneThread || (structure.covers().contains(a, b) && structure.sameScope().contains(a, b)));
    });
  });
}

/// An access that synchronizes as its order says; if it is a compare-and-swap, it acquires where it succeeds.
bool isSimple(const EventStructure& structure, EventId e) {
  const Event& event = structure.events()[e];
  const Instruction& instruction = instructionOf(structure, e);
  const bool load = std::holds_alternative<LoadOp>(instruction.operation);
  const bool acquiresEnough =
      swapOf(instruction) == nullptr || event.kind == EventKind::Write || hasAcquire(event);
  return event.atomic && !event.remote && event.order != Order::Consume && acquiresEnough &&
         (load || structure.mayLocations()[e].size() == 1);
}

std::vector<EventId> writesAmong(const EventStructure& structure, std::vector<EventId> accesses) {
  std::erase_if(accesses, [&](EventId e) { return structure.events()[e].kind != EventKind::Write; });
  return accesses;
}

/// A read-modify-write that acquires and releases.
bool isFullUpdate(const EventStructure& structure, EventId write) {
  const Event& event = structure.events()[write];
  return event.partner != kNoEvent && hasRelease(event) && hasAcquire(structure.events()[event.partner]);
}

/// What gives a lock back, or takes it.
bool isOfLock(const EventStructure& structure, EventId write) {
  const Operation& operation = instructionOf(structure, write).operation;
  const auto* rmw = std::get_if<RmwOperation>(&operation);
  return rmw == nullptr || rmw->op == RmwOp::Exchange ? hasRelease(structure.events()[write])
                                                      : rmw->op == RmwOp::CompareSwap;
}

/// Compare-and-swaps expect and store constants, and none of them stores what one expects.
bool swapsExcludeEachOther(const EventStructure& structure, const std::vector<EventId>& writes) {
  std::set<Value> expected, stored;
  for (const EventId e : writes) {
    if (const RmwOperation* swap = swapOf(instructionOf(structure, e))) {
      const std::optional<Value> expects = constantValue(*swap->expected);
      const std::optional<Value> stores = constantValue(*swap->operand);
      if (!expects || !stores) {
        return false;
      }
      expected.insert(*expects);
      stored.insert(*stores);
    }
  }
  return std::ranges::none_of(stored, [&](Value value) { return expected.contains(value); });
}

bool isLock(const EventStructure& structure, LocationId location, const std::vector<EventId>& writes,
            const Deadline& deadline) {
  if (!std::ranges::all_of(writes, [&](EventId e) { return isOfLock(structure, e); }) ||
      !swapsExcludeEachOther(structure, writes)) {
    return false;
  }
  for (ThreadId t = 0; t < structure.threads().size(); ++t) {
    if (!ThreadHolding(structure, t, location, deadline).storesOnlyWhereHeld()) {
      return false;
    }
  }
  return true;
}

bool readsAny(const Instruction& instruction, const std::vector<RegisterId>& registers) {
  const std::vector<RegisterId> read = registersReadBy(instruction);
  return std::ranges::any_of(registers,
                             [&](RegisterId r) { return std::ranges::find(read, r) != read.end(); });
}

/// Every round begins with this access, and accesses the same location.
bool beginsEveryRound(const std::vector<Instruction>& code, const Loop& loop, std::uint32_t access) {
  for (std::uint32_t i = loop.head; i < access; ++i) {
    if (!std::holds_alternative<NopOp>(code[i].operation) &&
        !std::holds_alternative<AssignOp>(code[i].operation)) {
      return false;
    }
  }
  bool same = !code[access].predicate;
  for (std::uint32_t i = loop.head; i <= loop.last && i < code.size(); ++i) {
    same = same && !readsAny(code[access], targetsOf(code[i].operation));
  }
  return same;
}

}  // namespace

SubsumedAcquires::SubsumedAcquires(const EventStructure& structure, const Deadline& deadline)
    : structure_(structure), handOn_(structure.program().locations.size(), false) {
  const bool fences = std::ranges::any_of(
      structure.events(), [](const Event& e) { return e.kind == EventKind::Fence || isBarrierHalf(e.kind); });
  // What atomics of Vulkan acquire depends on the storage classes that they name.
  if (fences || structure.domains().empty() || structure.program().conventions.atomicsAreVisible) {
    return;
  }
  for (LocationId l = 0; l < handOn_.size(); ++l) {
    handOn_[l] = handsOn(l, deadline);
  }
}

bool SubsumedAcquires::handsOn(LocationId location, const Deadline& deadline) const {
  const std::vector<EventId> accesses = accessesOf(structure_, location);
  PacedLook look(deadline);
  if (!std::ranges::all_of(accesses, [&](EventId e) { return isSimple(structure_, e); }) ||
      !synchronize(structure_, accesses, look)) {
    return false;
  }
  const std::vector<EventId> writes = writesAmong(structure_, accesses);
  return writes.size() <= 1 ||
         std::ranges::all_of(writes, [&](EventId e) { return isFullUpdate(structure_, e); }) ||
         isLock(structure_, location, writes, deadline);
}

bool SubsumedAcquires::contains(EventId read, const Loop& loop) const {
  const Event& event = structure_.events()[read];
  const std::vector<Instruction>& code = structure_.program().threads[event.thread].instructions;
  const Instruction& instruction = code[event.instruction];
  const bool load = std::holds_alternative<LoadOp>(instruction.operation);
  return event.kind == EventKind::Read && (load || swapOf(instruction) != nullptr) &&
         std::ranges::all_of(structure_.mayLocations()[read], [&](LocationId l) { return handOn_[l]; }) &&
         beginsEveryRound(code, loop, event.instruction);
}

}  // namespace hrfcheck::inline execution
