// A lock is taken by `while (atomic_exchange(l, 1) == 1) ;`. Rounds that go back read 1 and store 1 again, so
// in coherence each write of 1 by somebody else is followed by a chain of such rounds, every one of which
// reads from the one before. Let a thread have three rounds in one chain, e neither its first nor its last.
// Without e, the round f that reads from e reads from the write p before e instead, and nothing else changes:
//
// * Values: p stores what e stores. Only rounds that go back read that, and exchanges whose result nobody
//   looks at (program/structure/silent_rmws.h): f may be one of these.
// * Coherence, from-reads: the same among the others, since e directly follows p.
// * What f acquires from p it acquired before: e is a read-modify-write that reads from p, so it continues
//   the release sequences that p is in.
// * What f acquired from e it acquires still. Before e in its thread there is what comes before the loop,
//   which the first round of the thread in the chain hands on, by a release sequence that f reads from. And
//   there are rounds of this loop, which acquire from releases of the chain or before it; f reads from all of
//   their sequences. The same holds of what comes after the loop: the last round of the thread acquires as
//   much as e did. Directly or through another thread is the same only if the scopes of all the operations
//   and fences involved include each other.
// * Cycles of dependencies and reads-from, which some models forbid: what an exchange stores depends on
//   nothing, so there may be a new one, where p depends on f. If its way from f to p stays on the location,
//   it is one of program order, reads-from and coherence of one location, too, and would be there with e.
//   Tests in which it may lead through another location do not qualify under models that speak of
//   dependencies.
//
// So happens-before among the others is the same, with or without e, and two rounds for each chain are
// enough; one, the last, where a round releases nothing. That holds of races of e, too. The location has
// atomic accesses alone, so e races at most with one whose scope the model takes for too different from its
// own, and that is true of the other rounds, too: they are the same instruction. If the access is ordered
// with the first and with the last round of the thread in the chain, it is before both, or behind both, or a
// part of the chain between them, which acquires what e hands on, or releases to e: ordered with e, as well.
// So the first or the last round races if e does.
//
// There are as many chains as writes that store such a value, by others, or by the thread before it entered
// the loop (program/unroll/round_bounds.cpp counts them). The last round of the loop is one that
// leaves it, or one that stands for all further ones of a thread that spins for ever
// (execution/witness/spinning.h).
//
// That is an argument about models in which happens-before is made of program order and release sequences
// that read-modify-writes continue, and whose further requirements are monotone in happens-before, coherence
// and from-reads of these. A model says of itself that it is one.

#include "execution/elimination/transparent_rmw_chains.h"

#include <algorithm>
#include <set>

#include "execution/elimination/one_way.h"
#include "program/expr/substitute.h"
#include "program/ir/operands.h"
#include "program/structure/event_structure.h"
#include "program/structure/silent_rmws.h"
#include "program/unroll/silent_updates.h"

namespace hrfcheck::inline execution {
namespace {

/// What stores what it has read in every round that goes back (spin_loops.h), with a constant.
bool isPlainUpdate(const Instruction& instruction) {
  const auto* rmw = std::get_if<RmwOperation>(&instruction.operation);
  return rmw != nullptr && (rmw->op != RmwOp::CompareSwap || swapsForTheSame(*rmw)) &&
         constantValue(*rmw->operand).has_value() && !instruction.predicate;
}

bool isSilent(const Operation& operation) {
  return std::holds_alternative<AssignOp>(operation) || std::holds_alternative<BranchOp>(operation) ||
         std::holds_alternative<JumpOp>(operation) || std::holds_alternative<NopOp>(operation);
}

/// One update by a constant, and nothing else that others could notice.
bool onlyUpdates(const Thread& thread, const Loop& loop) {
  unsigned updates = 0;
  for (std::uint32_t i = loop.head; i <= loop.last; ++i) {
    const Instruction& instruction = thread.instructions[i];
    if (isPlainUpdate(instruction)) {
      ++updates;
    } else if (!isSilent(instruction.operation)) {
      return false;
    }
  }
  return updates == 1;
}

bool isDependency(BaseRelation relation) {
  return relation == BaseRelation::Addr || relation == BaseRelation::Data || relation == BaseRelation::Ctrl;
}

bool asksForDependencies(const Model& model) {
  return std::ranges::any_of(model.nodes, [](const CatNode& n) {
    const auto* base = std::get_if<BaseNode>(&n.node);
    return base != nullptr && isDependency(base->relation);
  });
}

class TransparentRmwChains {
 public:
  TransparentRmwChains(const Model& model, const EventStructure& structure, const Deadline& deadline)
      : model_(model),
        structure_(structure),
        oneWay_(structure),
        updated_(structure.program().locations.size(), false),
        look_(deadline) {}

  /// Whether rounds may be passed over.
  bool mayBePassedOver() {
    for (EventId e = 0; e < structure_.size(); ++e) {
      noteUpdated(e);
    }
    return accessesAreSimple() && scopesIncludeEachOther() &&
           (!asksForDependencies(model_) || nothingComesBack());
  }

  /// Whether two of them are enough of each chain.
  bool twoAreEnough() const { return loopsAreSimple() && noOtherLoopWaits(); }

 private:
  bool isUpdating(const Event& event) const {
    return event.thread != kNoThread && isInUpdatingLoop(structure_.threads()[event.thread], event.node);
  }

  /// One whose result nobody looks at (program/structure/silent_rmws.h), as it stands outside of the
  /// loops.
  bool isExchange(const Event& event) const {
    const std::vector<Instruction>& code = structure_.program().threads[event.thread].instructions;
    const auto* rmw = std::get_if<RmwOperation>(&code[event.instruction].operation);
    return rmw != nullptr && rmw->op == RmwOp::Exchange;
  }

  void noteUpdated(EventId e) {
    if (isUpdating(structure_.events()[e])) {
      const auto* rmw = std::get_if<RmwOperation>(&instructionOf(structure_, e).operation);
      const auto stored =
          rmw != nullptr && rmw->op == RmwOp::Exchange ? constantValue(*rmw->operand) : std::nullopt;
      if (stored) {
        stores_.insert(*stored);
      }
      storesAny_ = storesAny_ || (rmw != nullptr && !stored);
      for (const LocationId l : structure_.mayLocations()[e]) {
        updated_[l] = true;
      }
    }
  }

  bool touchesUpdated(EventId e) const {
    return structure_.events()[e].thread != kNoThread &&
           std::ranges::any_of(structure_.mayLocations()[e], [&](LocationId l) { return updated_[l]; });
  }

  bool loopsAreSimple() const {
    for (ThreadId t = 0; t < structure_.threads().size(); ++t) {
      for (const Loop& loop : structure_.threads()[t].loops) {
        if (loop.updates && !onlyUpdates(structure_.program().threads[t], loop)) {
          return false;
        }
      }
    }
    return true;
  }

  bool accessesAreSimple() const {
    for (EventId e = 0; e < structure_.size(); ++e) {
      const Event& event = structure_.events()[e];
      const bool simple = event.atomic && !event.remote && event.order != Order::Consume;
      if (touchesUpdated(e) && !simple) {
        return false;
      }
    }
    return true;
  }

  /// A loop that reads what rounds of another one store has as many different rounds of its own, which are
  /// not counted.
  bool noOtherLoopWaits() const {
    for (EventId e = 0; e < structure_.size(); ++e) {
      const Event& event = structure_.events()[e];
      if (touchesUpdated(e) && event.kind == EventKind::Read && !isUpdating(event) &&
          isInSpinLoop(structure_.threads()[event.thread], event.node)) {
        return false;
      }
    }
    return true;
  }

  static bool isInSpinLoop(const UnrolledThread& thread, NodeId node) {
    return std::ranges::any_of(thread.loops, [&](const Loop& loop) {
      return loop.spin && loop.contains(thread.nodes[node].instruction);
    });
  }

  bool oneWay(EventId a, EventId b) const {
    return !touchesUpdated(a) || !touchesUpdated(b) || oneWay_.holds(a, b);
  }

  bool scopesIncludeEachOther() {
    const EventSet& fences = structure_.tags().at("F");  // those of barriers, too
    std::vector<EventId> involved;
    for (EventId e = 0; e < structure_.size(); ++e) {
      if (touchesUpdated(e) || fences.contains(e)) {
        involved.push_back(e);
      }
    }
    for (const EventId a : involved) {
      look_.spend(1 + involved.size());
      for (const EventId b : involved) {
        if (structure_.events()[a].thread != structure_.events()[b].thread &&
            !(structure_.covers().contains(a, b) && oneWay(a, b))) {
          return false;
        }
      }
    }
    return true;
  }

  bool readsInLoop(EventId e) const {
    const Event& event = structure_.events()[e];
    return event.kind == EventKind::Read && isUpdating(event);
  }

  /// Whether a write may be the source of a round that goes back: it may store what these rounds store.
  bool mayBeSource(EventId e) const {
    const Event& event = structure_.events()[e];
    if (event.kind != EventKind::Write || !touchesUpdated(e)) {
      return false;
    }
    const auto* store = std::get_if<StoreOp>(&instructionOf(structure_, e).operation);
    const std::optional<Value> stored = store != nullptr ? constantValue(*store->value) : std::nullopt;
    return storesAny_ || !stored || stores_.contains(*stored);
  }

  /// Registers whose values may come from a register of a thread, itself among them: whatever the order of
  /// the assignments.
  static std::set<RegisterId> dependents(const std::vector<Instruction>& code, RegisterId from) {
    std::set<RegisterId> result{from};
    for (bool grows = true; grows;) {
      grows = false;
      for (const Instruction& instruction : code) {
        const auto* assigned = std::get_if<AssignOp>(&instruction.operation);
        if (assigned != nullptr && readsAny(instruction, result)) {
          grows = result.insert(assigned->target).second || grows;
        }
      }
    }
    return result;
  }

  static bool readsAny(const Instruction& instruction, const std::set<RegisterId>& registers) {
    return std::ranges::any_of(registersReadBy(instruction),
                               [&](RegisterId r) { return registers.contains(r); });
  }

  /// Events that may depend on a read: by address, value or control.
  EventSet mayDependOn(EventId read) const {
    const Event& event = structure_.events()[read];
    const std::vector<Instruction>& code = structure_.program().threads[event.thread].instructions;
    EventSet result(structure_.size());
    if (event.partner != kNoEvent && !isExchange(event)) {
      result.insert(event.partner);
    }
    const EventSet later = structure_.po().successors(read);
    for (const RegisterId target : targetsOf(code[event.instruction].operation)) {
      const std::set<RegisterId> registers = dependents(code, target);
      if (std::ranges::any_of(code, [&](const Instruction& i) {
            return (i.predicate || std::holds_alternative<BranchOp>(i.operation)) && readsAny(i, registers);
          })) {
        return later;
      }
      later.forEach([&](EventId e) {
        if (readsAny(instructionOf(structure_, e), registers)) {
          result.insert(e);
        }
      });
    }
    return result;
  }

  /// What an event may hand a value to: along a dependency, or by being read from.
  EventSet mayHandTo(EventId e) const {
    if (structure_.events()[e].kind == EventKind::Read) {
      return mayDependOn(e);
    }
    EventSet readers(structure_.size());
    if (structure_.events()[e].kind == EventKind::Write) {
      for (EventId r = 0; r < structure_.size(); ++r) {
        if (structure_.events()[r].kind == EventKind::Read && mayMeet(e, r)) {
          readers.insert(r);
        }
      }
    }
    return readers;
  }

  bool mayMeet(EventId a, EventId b) const {
    const std::vector<LocationId>& others = structure_.mayLocations()[b];
    return std::ranges::any_of(structure_.mayLocations()[a],
                               [&](LocationId l) { return std::ranges::binary_search(others, l); });
  }

  /// Whether dependencies and reads-from lead from no round to a source of rounds by way of another location.
  bool nothingComesBack() {
    EventSet onLocation(structure_.size());
    EventSet elsewhere(structure_.size());
    std::vector<std::pair<EventId, bool>> work;
    const auto go = [&](EventId e, bool left) {
      EventSet& reached = left ? elsewhere : onLocation;
      if (!reached.contains(e)) {
        reached.insert(e);
        work.emplace_back(e, left);
      }
    };
    for (EventId e = 0; e < structure_.size(); ++e) {
      if (readsInLoop(e)) {
        go(e, false);
      }
    }
    while (!work.empty()) {
      const auto [e, left] = work.back();
      work.pop_back();
      look_.spend(structure_.size());
      if (left && mayBeSource(e)) {
        return false;
      }
      mayHandTo(e).forEach([&, left = left](EventId next) { go(next, left || !touchesUpdated(next)); });
    }
    return true;
  }

  const Model& model_;
  const EventStructure& structure_;
  OneWay oneWay_;
  std::set<Value> stores_;     ///< what rounds that go back store
  bool storesAny_ = false;     ///< they may store other values, too
  std::vector<bool> updated_;  ///< by location: by rounds that go back
  PacedLook look_;
};

}  // namespace

bool saysThatUpdatesHandOn(const Model& model, const EventStructure& structure) {
  const auto without = structure.tags().find(model.handOnWithout);
  return model.updatesHandOn && (without == structure.tags().end() || without->second.empty()) &&
         !structure.conditionalTags().contains(model.handOnWithout);
}

bool mayReadFromSource(const Model& model, const EventStructure& structure, const Deadline& deadline) {
  return saysThatUpdatesHandOn(model, structure) &&
         TransparentRmwChains(model, structure, deadline).mayBePassedOver();
}

bool updatesHandOn(const Model& model, const EventStructure& all, const Deadline& deadline) {
  if (!saysThatUpdatesHandOn(model, all)) {
    return false;
  }
  TransparentRmwChains chains(model, all, deadline);
  return chains.mayBePassedOver() && chains.twoAreEnough();
}

}  // namespace hrfcheck::inline execution
