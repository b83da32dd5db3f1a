// Rounds that go back to the head of a spin loop store nothing; or what they have read, and then only other
// rounds that are left out read that; or in a location that their thread uses like a register, where the
// write of another round does as well (program/skeleton/failing_updates.h). So reads, fences and such writes
// are left out, and no other read has another source, and no write another place in coherence, without them.
// One of them, m, is missed only where it stands between other events: in a composition r;s by pairs (a,m)
// and (m,b), in a closure r+ likewise, in a domain or a range by a pair with it. Where such members must not
// get lost (cat/model/monotone.h says where), they must be there without m:
//
// * r;s : whenever (a,m) may be in r and (m,b) in s, (a,b) is certainly in r;s.
// * r+  : whenever (a,m) and (m,b) may be in r, (a,b) is certainly in r. A chain then loses m and stays one,
//         and so one event after another.
// * domain(r), range(r): what m gives is certainly a member; or the same instruction gives it, with which
//         every round begins, and the last one has still.
//
// "Certainly" is by bounds that rely on no event in between but initial writes (pair_bounds.h), hence not on
// one that is left out, too. No member is lost that is due to a read whose instruction acquires the same
// when it runs again (retried_reads.h), under models that speak of happens-before alone ("Updates: hand on"
// says so). The bounds are taken on the skeleton with all rounds,
// whose executions show everything (program/unroll/spin_loops.cpp); leaving rounds out of one of them gives
// one with fewer.

#include "execution/left_out_rounds.h"

#include <algorithm>
#include <optional>

#include "cat/model/monotone.h"
#include "execution/cat_operators.h"
#include "execution/handing_on.h"
#include "execution/pair_bounds.h"
#include "execution/retried_reads.h"

namespace hrfcheck::inline execution {
namespace {

/// The spin loop around a node; no loop is inside of one.
const Loop* spinLoopOf(const UnrolledThread& thread, NodeId node) {
  const std::uint32_t i = thread.nodes[node].instruction;
  const auto found =
      std::ranges::find_if(thread.loops, [&](const Loop& l) { return l.spin && l.contains(i); });
  return found == thread.loops.end() ? nullptr : &*found;
}

bool isInEarlierRound(const Skeleton& skeleton, const Event& event) {
  if (event.thread == kNoThread) {
    return false;
  }
  const UnrolledThread& thread = skeleton.threads()[event.thread];
  const Loop* loop = spinLoopOf(thread, event.node);
  return loop != nullptr && thread.nodes[event.node].iteration < loop->earlierRounds;
}

class LeavingOut final : public KnownOfTest {
 public:
  LeavingOut(const Model& model, const Skeleton& skeleton, const Deadline& deadline)
      : model_(model), skeleton_(skeleton), bounds_(model, skeleton, deadline), look_(deadline) {
    std::optional<RetriedReads> retried;
    if (saysThatUpdatesHandOn(model, skeleton)) {
      retried.emplace(skeleton, deadline);
    }
    for (EventId e = 0; e < skeleton.size(); ++e) {
      const Event& event = skeleton.events()[e];
      if (mayBeLeftOut(event) && !(retried && retried->contains(e, *loopOf(event)))) {
        leftOut_.push_back(e);
      }
    }
  }

  bool keepsMembers(CatNodeId id, const Sight& sight) override {
    if (const auto* binary = std::get_if<BinaryNode>(&model_.nodes[id].node)) {
      return keepsSequence(id, *binary, sight);
    }
    const auto& unary = std::get<UnaryNode>(model_.nodes[id].node);
    switch (unary.op) {
      case CatUnary::Plus:
      case CatUnary::Star:
        return keepsChains(unary);
      case CatUnary::Domain:
      case CatUnary::Range:
        return keepsEnds(id, unary);
      case CatUnary::Complement:
      case CatUnary::Optional:
      case CatUnary::Inverse:
      case CatUnary::Bracket:
        break;
    }
    return true;
  }

  bool isEmpty(CatNodeId id) override {
    const CatValue& may = bounds_.of(id).may;
    return model_.nodes[id].type == CatType::Set ? setIn(may).empty() : relationIn(may).empty();
  }

 private:
  /// The spin loop around an event of one.
  const Loop* loopOf(const Event& event) const {
    return spinLoopOf(skeleton_.threads()[event.thread], event.node);
  }

  bool mayBeLeftOut(const Event& event) const {
    if (!isInEarlierRound(skeleton_, event)) {
      return false;
    }
    const Loop& loop = *loopOf(event);
    return event.kind == EventKind::Read || event.kind == EventKind::Fence ||
           (event.kind == EventKind::Write && (loop.updates || loop.storesOwn));
  }

  /// Without m itself, and without the other half of a read-modify-write: both are left out, or the other one
  /// does not happen.
  EventSet others(EventSet events, EventId m) const {
    events.erase(m);
    if (skeleton_.events()[m].partner != kNoEvent) {
      events.erase(skeleton_.events()[m].partner);
    }
    return events;
  }

  EventSet inAll(const std::vector<CatNodeId>& sets) {
    EventSet result = EventSet::full(skeleton_.size());
    for (const CatNodeId set : sets) {
      result &= setIn(bounds_.of(set).may);
    }
    return result;
  }

  bool allCertain(const EventSet& from, const EventSet& to, const Relation& certain) {
    bool all = true;
    from.forEach([&](EventId a) {
      look_.spend(1 + to.words().size());
      all = all && to.subsetOf(certain.successors(a));
    });
    return all;
  }

  bool keepsSequence(CatNodeId id, const BinaryNode& node, const Sight& sight) {
    const Relation before = relationIn(bounds_.of(node.left).may).inverse();
    const Relation after = relationIn(bounds_.of(node.right).may);
    const EventSet from = inAll(sight.from);
    const EventSet to = inAll(sight.to);
    return std::ranges::all_of(leftOut_, [&](EventId m) {
      const EventSet starts = others(before.successors(m) & from, m);
      const EventSet ends = others(after.successors(m) & to, m);
      return starts.empty() || ends.empty() || allCertain(starts, ends, relationIn(bounds_.of(id).must));
    });
  }

  bool keepsChains(const UnaryNode& node) {
    const PairBounds::Bounds& step = bounds_.of(node.operand);
    const Relation before = relationIn(step.may).inverse();
    return std::ranges::all_of(leftOut_, [&](EventId m) {
      const EventSet starts = others(before.successors(m), m);
      const EventSet ends = others(relationIn(step.may).successors(m), m);
      return starts.empty() || ends.empty() || allCertain(starts, ends, relationIn(step.must));
    });
  }

  bool keepsEnds(CatNodeId id, const UnaryNode& node) {
    const PairBounds::Bounds& operand = bounds_.of(node.operand);
    const bool range = node.op == CatUnary::Range;
    const Relation may = range ? relationIn(operand.may) : relationIn(operand.may).inverse();
    const Relation must = range ? relationIn(operand.must) : relationIn(operand.must).inverse();
    const EventSet certain = setIn(bounds_.of(id).must);
    return std::ranges::all_of(leftOut_, [&](EventId m) {
      EventSet given = others(may.successors(m), m);
      given -= certain;
      given.forEach([&](EventId e) {
        if (must.contains(e, e)) {
          given.erase(e);
        }
      });
      return given.empty() || givenByEveryRound(m, given, must);
    });
  }

  /// Whether the last round, which stays, gives these members as well, by the same instruction.
  bool givenByEveryRound(EventId m, const EventSet& given, const Relation& must) const {
    const Event& event = skeleton_.events()[m];
    if (event.kind != EventKind::Read || !everyRoundBeginsWith(event)) {
      return false;
    }
    for (EventId e = 0; e < skeleton_.size(); ++e) {
      const Event& other = skeleton_.events()[e];
      const bool copy = other.kind == EventKind::Read && other.thread == event.thread &&
                        other.instruction == event.instruction;
      if (copy && !given.subsetOf(must.successors(e))) {
        return false;
      }
    }
    return true;
  }

  /// Every round gets to that instruction, whatever comes of it.
  bool everyRoundBeginsWith(const Event& event) const {
    const Loop& loop = *loopOf(event);
    const std::vector<Instruction>& code = skeleton_.program().threads[event.thread].instructions;
    for (std::uint32_t i = loop.head; i < event.instruction; ++i) {
      if (!std::holds_alternative<NopOp>(code[i].operation) &&
          !std::holds_alternative<FenceOp>(code[i].operation)) {
        return false;
      }
    }
    return !code[event.instruction].predicate;
  }

  const Model& model_;
  const Skeleton& skeleton_;
  PairBounds bounds_;
  PacedLook look_;
  std::vector<EventId> leftOut_;
};

}  // namespace

bool earlierRoundsRaiseNothing(const Model& model, const Skeleton& few, const Deadline& deadline) {
  EventSet earlier(few.size());
  for (EventId e = 0; e < few.size(); ++e) {
    if (isInEarlierRound(few, few.events()[e])) {
      earlier.insert(e);
    }
  }
  PairBounds bounds(model, few, deadline);
  return std::ranges::all_of(model.checks, [&](const Check& check) {
    if (check.role == CheckRole::Require) {
      return true;
    }
    const CatValue& may = bounds.of(check.node).may;
    if (model.nodes[check.node].type == CatType::Set) {
      return !setIn(may).intersects(earlier);
    }
    const Relation& pairs = relationIn(may);
    return !(pairs.domain() | pairs.range()).intersects(earlier);
  });
}

bool twoRoundsMayMeet(const Model& model, const Skeleton& skeleton, const Deadline& deadline) {
  const auto ofOneLoop = [&](EventId a, EventId b) {
    const Event& first = skeleton.events()[a];
    const Event& second = skeleton.events()[b];
    if (first.thread == kNoThread || first.thread != second.thread) {
      return false;
    }
    const UnrolledThread& thread = skeleton.threads()[first.thread];
    const Loop* loop = spinLoopOf(thread, first.node);
    const UnrolledNode& one = thread.nodes[first.node];
    const UnrolledNode& other = thread.nodes[second.node];
    return loop != nullptr && loop->contains(other.instruction) && one.entry == other.entry &&
           one.iteration != other.iteration;
  };
  PairBounds bounds(model, skeleton, deadline);
  return std::ranges::any_of(model.checks, [&](const Check& check) {
    if ((check.role == CheckRole::Require && !check.negated) ||
        model.nodes[check.node].type == CatType::Set) {
      return false;
    }
    bool meet = false;
    relationIn(bounds.of(check.node).may).forEach([&](EventId a, EventId b) {
      meet = meet || ofOneLoop(a, b);
    });
    return meet;
  });
}

bool roundsMayBeLeftOut(const Model& model, const Skeleton& all, const Deadline& deadline) {
  LeavingOut leavingOut(model, all, deadline);
  return fewerReadsSuffice(model, leavingOut);
}

}  // namespace hrfcheck::inline execution
