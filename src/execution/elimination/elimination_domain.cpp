// One event m that is left out is missed only where it is between other events: in a composition r;s by
// pairs (a,m) and (m,b), in a closure r+ likewise, in a domain or a range by a pair with it. Members that are
// there without m are not lost:
//
// * r;s : whenever (a,m) may be in r and (m,b) in s, (a,b) is certainly in r;s.
// * r+  : whenever (a,m) and (m,b) may be in r, (a,b) is certainly in r. A chain then loses m and stays one,
//         and so one event after another.
// * domain(r), range(r): what m gives is certainly a member; or the same instruction gives it, with which
//         every round begins, and the last one has still.
//
// "Certainly" is by bounds that rely on no event in between but initial writes (pair_bounds.h), hence not on
// one that is left out, too.

#include "execution/elimination/elimination_domain.h"

#include <algorithm>

#include "execution/evaluate/cat_operators.h"

namespace hrfcheck::inline execution {
namespace {

CatValue united(const CatValue& a, const CatValue& b) {
  return isNothing(a) ? b : isNothing(b) ? a : combined(CatBinary::Union, a, b);
}

CatValue common(const CatValue& a, const CatValue& b) {
  return isNothing(a) ? a : isNothing(b) ? b : combined(CatBinary::Intersection, a, b);
}

}  // namespace

const Loop* spinLoopOf(const UnrolledThread& thread, NodeId node) {
  const std::uint32_t i = thread.nodes[node].instruction;
  const auto found =
      std::ranges::find_if(thread.loops, [&](const Loop& l) { return l.spin && l.contains(i); });
  return found == thread.loops.end() ? nullptr : &*found;
}

EliminationDomain::EliminationDomain(const Model& model, const EventStructure& structure,
                                     std::vector<EventId> leftOut, PairBounds& bounds,
                                     const Deadline& deadline)
    : model_(model),
      structure_(structure),
      leftOut_(std::move(leftOut)),
      bounds_(bounds),
      look_(deadline),
      all_(EventSet::full(structure.size())) {}

EliminationValue EliminationDomain::nothing(CatType type) const {
  return {hrfcheck::nothing(type, structure_.size()), hrfcheck::nothing(type, structure_.size())};
}

bool EliminationDomain::widened(Value& old, const Value& next) const {
  const Value all{united(old.lost, next.lost), united(old.gained, next.gained)};
  const bool more = !(all.lost == old.lost) || !(all.gained == old.gained);
  old = all;
  return more;
}

/// Without what is certainly a member; and only what may be one is lost.
EliminationValue EliminationDomain::certain(CatNodeId id, Value value) {
  for (CatValue* part : {&value.lost, &value.gained}) {
    if (!isNothing(*part)) {
      *part = combined(CatBinary::Difference, *part, must(id));
    }
  }
  value.lost = common(value.lost, may(id));
  return value;
}

EliminationValue EliminationDomain::tag(const Site&, const TagNode&) const {
  return nothing(CatType::Set);
}

/// A branch of a round that is left out may be all that makes what is behind the loop depend on an earlier
/// read; and which load is the last one before a compare-and-swap depends on those that there are.
EliminationValue EliminationDomain::base(const Site& at, const BaseNode& base) {
  Value value = nothing(CatType::Relation);
  if (leftOut_.empty()) {
    return value;
  }
  if (base.is(BaseRelation::Ctrl)) {
    value.lost = may(at.node);
  } else if (base.is("casdep")) {
    value = {everything(CatType::Relation, all_), everything(CatType::Relation, all_)};
  }
  return value;
}

EliminationValue EliminationDomain::universe(const Site&, CatType type) const {
  return nothing(type);
}

EliminationValue EliminationDomain::identity(const Site&) const {
  return nothing(CatType::Relation);
}

CatNodeId EliminationDomain::operandOf(CatNodeId id) const {
  return std::get<UnaryNode>(model_.nodes[id].node).operand;
}

/// Without m itself, and without the other half of a read-modify-write: both are left out, or the other one
/// does not happen.
EventSet EliminationDomain::others(EventSet events, EventId m) const {
  events.erase(m);
  if (structure_.events()[m].partner != kNoEvent) {
    events.erase(structure_.events()[m].partner);
  }
  return events;
}

bool EliminationDomain::allCertain(const EventSet& from, const EventSet& to, const Relation& certain) {
  bool all = true;
  from.forEach([&](EventId a) {
    look_.spend(1 + to.words().size());
    all = all && to.subsetOf(certain.successors(a));
  });
  return all;
}

/// The pairs that m stands between.
/// @param toM by m, what is before it
void EliminationDomain::addThrough(Relation& lost, EventId m, const Relation& toM, const Relation& fromM) {
  const EventSet starts = others(toM.successors(m), m);
  const EventSet ends = others(fromM.successors(m), m);
  if (!ends.empty()) {
    starts.forEach([&](EventId a) {
      look_.spend(1 + ends.words().size());
      lost.insertAll(a, ends);
    });
  }
}

EliminationValue EliminationDomain::plus(const Site& at, const Value& operand) {
  const Relation& step = relationIn(may(operandOf(at.node)));
  const Relation& sure = relationIn(must(operandOf(at.node)));
  const Relation& chains = relationIn(may(at.node));
  const Relation reach = chains | Relation::identity(all_);
  const auto along = [&](const CatValue& pairs) {
    return isNothing(pairs) ? pairs : CatValue(reach.compose(relationIn(pairs)).compose(reach));
  };
  Value value{along(operand.lost), along(operand.gained)};
  const Relation back = step.inverse();
  const Relation chainsBack = chains.inverse();
  auto& lost = std::get<Relation>(value.lost);
  for (const EventId m : leftOut_) {
    const EventSet starts = others(back.successors(m), m);
    const EventSet ends = others(step.successors(m), m);
    if (!starts.empty() && !ends.empty() && !allCertain(starts, ends, sure)) {
      addThrough(lost, m, chainsBack, chains);
    }
  }
  return certain(at.node, value);
}

EliminationValue EliminationDomain::star(const Site& at, const Value& operand) {
  return plus(at, operand);
}

EliminationValue EliminationDomain::optional(const Site&, const Value& operand) const {
  return operand;
}

EliminationValue EliminationDomain::inverse(const Site&, const Value& operand) const {
  return {relationIn(operand.lost).inverse(), relationIn(operand.gained).inverse()};
}

EliminationValue EliminationDomain::complement(const Site&, const Value& operand) const {
  return {operand.gained, operand.lost};
}

EliminationValue EliminationDomain::bracket(const Site&, const Value& operand) const {
  return {Relation::identity(setIn(operand.lost)), Relation::identity(setIn(operand.gained))};
}

EliminationValue EliminationDomain::domain(const Site& at, const Value& operand) {
  return ends(at, operand, false);
}

EliminationValue EliminationDomain::range(const Site& at, const Value& operand) {
  return ends(at, operand, true);
}

EliminationValue EliminationDomain::defined(const Site& at, const Value& operand) {
  const CatType type = model_.nodes[at.node].type;
  const bool same = leftOut_.empty() && isNothing(operand.lost) && isNothing(operand.gained);
  return same ? nothing(type) : Value{may(at.node), everything(type, all_)};
}

EliminationValue EliminationDomain::ends(const Site& at, const Value& operand, bool range) {
  const auto of = [&](const CatValue& pairs) {
    return range ? relationIn(pairs).range() : relationIn(pairs).domain();
  };
  Value value{of(operand.lost), of(operand.gained)};
  value.lost = united(value.lost, givenOnlyBy(at.node, operandOf(at.node), range));
  return certain(at.node, value);
}

/// What may be a member only because of an event that is left out.
EventSet EliminationDomain::givenOnlyBy(CatNodeId id, CatNodeId operand, bool range) {
  const Relation may = range ? relationIn(this->may(operand)) : relationIn(this->may(operand)).inverse();
  const Relation must = range ? relationIn(this->must(operand)) : relationIn(this->must(operand)).inverse();
  const EventSet certain = setIn(this->must(id));
  EventSet lost(structure_.size());
  for (const EventId m : leftOut_) {
    EventSet given = others(may.successors(m), m);
    given -= certain;
    const EventSet candidates = given;
    candidates.forEach([&](EventId e) {
      if (must.contains(e, e)) {
        given.erase(e);
      }
    });
    if (!given.empty() && !givenByEveryRound(m, given, must)) {
      lost |= given;
    }
  }
  return lost;
}

/// Whether the last round, which stays, gives these members as well, by the same instruction.
bool EliminationDomain::givenByEveryRound(EventId m, const EventSet& given, const Relation& must) const {
  const Event& event = structure_.events()[m];
  if (event.kind != EventKind::Read || !everyRoundBeginsWith(event)) {
    return false;
  }
  for (EventId e = 0; e < structure_.size(); ++e) {
    const Event& other = structure_.events()[e];
    const bool copy = other.kind == EventKind::Read && other.thread == event.thread &&
                      other.instruction == event.instruction;
    if (copy && !given.subsetOf(must.successors(e))) {
      return false;
    }
  }
  return true;
}

/// Every round gets to that instruction, whatever results from it.
bool EliminationDomain::everyRoundBeginsWith(const Event& event) const {
  const Loop& loop = *spinLoopOf(structure_.threads()[event.thread], event.node);
  const std::vector<Instruction>& code = structure_.program().threads[event.thread].instructions;
  for (std::uint32_t i = loop.head; i < event.instruction; ++i) {
    if (!std::holds_alternative<NopOp>(code[i].operation) &&
        !std::holds_alternative<FenceOp>(code[i].operation)) {
      return false;
    }
  }
  return !code[event.instruction].predicate;
}

EliminationValue EliminationDomain::unite(const Site& at, const Value& left, const Value& right) {
  return certain(at.node, {united(left.lost, right.lost), united(left.gained, right.gained)});
}

EliminationValue EliminationDomain::intersect(const Site& at, const Value& left, const Value& right) {
  const auto& node = std::get<BinaryNode>(model_.nodes[at.node].node);
  return certain(at.node,
                 {united(common(left.lost, may(node.right)), common(right.lost, may(node.left))),
                  united(common(left.gained, may(node.right)), common(right.gained, may(node.left)))});
}

EliminationValue EliminationDomain::subtract(const Site& at, const Value& left, const Value& right) {
  const auto& node = std::get<BinaryNode>(model_.nodes[at.node].node);
  return certain(at.node, {united(left.lost, common(right.gained, may(node.left))),
                           united(left.gained, common(right.lost, may(node.left)))});
}

EliminationValue EliminationDomain::sequence(const Site& at, const Value& left, const Value& right) {
  const auto& node = std::get<BinaryNode>(model_.nodes[at.node].node);
  const Relation& first = relationIn(may(node.left));
  const Relation& second = relationIn(may(node.right));
  const auto along = [&](const CatValue& ofLeft, const CatValue& ofRight) {
    CatValue pairs = Relation(structure_.size());
    if (!isNothing(ofLeft)) {
      pairs = united(pairs, relationIn(ofLeft).compose(second));
    }
    if (!isNothing(ofRight)) {
      pairs = united(pairs, first.compose(relationIn(ofRight)));
    }
    return pairs;
  };
  Value value{along(left.lost, right.lost), along(left.gained, right.gained)};
  const Relation before = first.inverse();
  for (const EventId m : leftOut_) {
    addThrough(std::get<Relation>(value.lost), m, before, second);
  }
  return certain(at.node, value);
}

EliminationValue EliminationDomain::product(const Site& at, const Value& left, const Value& right) {
  const auto& node = std::get<BinaryNode>(model_.nodes[at.node].node);
  const auto of = [&](const CatValue& ofLeft, const CatValue& ofRight) -> CatValue {
    return Relation::product(setIn(ofLeft), setIn(may(node.right))) |
           Relation::product(setIn(may(node.left)), setIn(ofRight));
  };
  return certain(at.node, {of(left.lost, right.lost), of(left.gained, right.gained)});
}

EliminationValue EliminationDomain::classVariable(const Site&,
                                                  const std::vector<const Value*>& equivalences) const {
  const bool stable = std::ranges::all_of(
      equivalences, [](const Value* v) { return isNothing(v->lost) && isNothing(v->gained); });
  return stable ? nothing(CatType::Set)
                : Value{everything(CatType::Set, all_), everything(CatType::Set, all_)};
}

/// Classes are those of the test, whatever happens; none is left out with all of its instructions.
EliminationValue EliminationDomain::fold(const Site& at, const Value& classesOf, const Value& body) const {
  if (!isNothing(classesOf.lost) || !isNothing(classesOf.gained)) {
    const CatType type = model_.nodes[at.node].type;
    return {everything(type, all_), everything(type, all_)};
  }
  return body;
}

bool EliminationDomain::keeps(const Choice& choice, const Value& set, const Value& order,
                              const Value* within) {
  const EventSet& members = setIn(may(choice.set));
  const auto concerns = [&](const CatValue& pairs) {
    return !relationIn(pairs).restrictedTo(members, members).empty();
  };
  return isNothing(set.gained) && !concerns(order.gained) &&
         (within == nullptr || (!concerns(within->lost) && !concerns(within->gained)));
}

EliminationValue EliminationDomain::choice(const Site& at, const Choice& choice, const Value& set,
                                           const Value& order, const Value* within) {
  if (!keeps(choice, set, order, within)) {
    return {everything(CatType::Relation, all_), everything(CatType::Relation, all_)};
  }
  Value value = nothing(CatType::Relation);
  const EventSet& lost = setIn(set.lost);
  if (!lost.empty()) {
    value.lost = Relation::product(lost, all_) | Relation::product(all_, lost);
  }
  return certain(at.node, value);
}

}  // namespace hrfcheck::inline execution
