// Definitions between two bounds, where only the test is known (Gavrilenko et al., CAV 2019, section 4,
// "relation analysis"). Recursive definitions and folds over classes are bounded by everything and nothing.

#include "execution/pair_bounds.h"

#include <algorithm>

#include "execution/barriers.h"
#include "execution/cat_operators.h"
#include "util/invariant.h"
#include "util/overloaded.h"

namespace hrfcheck::inline execution {
namespace {

bool writesMemory(const Event& e) {
  return e.kind == EventKind::Write || e.kind == EventKind::InitialWrite;
}

bool readsMemory(const Event& e) {
  return e.kind == EventKind::Read;
}

bool storesLater(const Event& e) {
  return e.kind == EventKind::Write;
}

bool shareLocation(const std::vector<LocationId>& a, const std::vector<LocationId>& b) {
  return std::ranges::any_of(a, [&](LocationId l) { return std::ranges::binary_search(b, l); });
}

}  // namespace

PairBounds::PairBounds(const Model& model, const Skeleton& skeleton, const Deadline& deadline)
    : model_(model),
      skeleton_(skeleton),
      deadline_(deadline),
      all_(EventSet::full(skeleton.size())),
      initial_(skeleton.size()) {
  for (EventId e = 0; e < skeleton.initialWrites(); ++e) {
    initial_.insert(e);
  }
}

const PairBounds::Bounds& PairBounds::of(CatNodeId node) {
  if (const auto found = known_.find(node); found != known_.end()) {
    return found->second;
  }
  deadline_.check();
  Bounds bounds = compute(node);
  return known_.emplace(node, std::move(bounds)).first->second;
}

CatValue PairBounds::nothing(CatType type) const {
  return type == CatType::Set ? CatValue(EventSet(all_.size())) : CatValue(Relation(all_.size()));
}

CatValue PairBounds::everything(CatType type) const {
  return type == CatType::Set ? CatValue(all_) : CatValue(Relation::product(all_, all_));
}

PairBounds::Bounds PairBounds::atMost(CatValue may) const {
  const CatType type = std::holds_alternative<EventSet>(may) ? CatType::Set : CatType::Relation;
  return {std::move(may), nothing(type)};
}

PairBounds::Bounds PairBounds::compute(CatNodeId node) {
  const CatType type = model_.nodes[node].type;
  return std::visit(
      Overloaded{[&](const TagNode& n) { return tag(n); }, [&](const BaseNode& n) { return base(n); },
                 [&](const EmptyNode&) { return bothOf(nothing(type)); },
                 [&](const UniverseNode&) { return bothOf(everything(type)); },
                 [&](const IdentityNode&) { return bothOf(Relation::identity(all_)); },
                 [&](const UnaryNode& n) { return unary(n); }, [&](const BinaryNode& n) { return binary(n); },
                 [&](const RecursionNode&) { return atMost(everything(type)); },
                 [&](const ClassVariableNode&) { return atMost(everything(type)); },
                 [&](const ClassFoldNode&) { return atMost(everything(type)); },
                 [&](const ChoiceNode& n) {
                   const EventSet& ordered = setIn(of(model_.choices[n.choice].set).may);
                   return atMost(Relation::product(ordered, ordered));
                 }},
      model_.nodes[node].node);
}

PairBounds::Bounds PairBounds::tag(const TagNode& node) const {
  EventSet must(all_.size());
  if (const auto found = skeleton_.tags().find(node.tag); found != skeleton_.tags().end()) {
    must = found->second;
  }
  EventSet may = must;
  if (const auto found = skeleton_.conditionalTags().find(node.tag);
      found != skeleton_.conditionalTags().end()) {
    for (const Skeleton::ConditionalMember& member : found->second) {
      may.insert(member.event);
    }
  }
  return {std::move(may), std::move(must)};
}

/// Pairs of such events that may be at one location.
Relation PairBounds::mayMeet(bool (*from)(const Event&), bool (*to)(const Event&)) const {
  Relation result(all_.size());
  PacedLook look(deadline_);
  for (EventId a = 0; a < all_.size(); ++a) {
    for (EventId b = 0; from(skeleton_.events()[a]) && b < all_.size(); ++b) {
      look.spend(1);
      if (to(skeleton_.events()[b]) &&
          shareLocation(skeleton_.mayLocations()[a], skeleton_.mayLocations()[b])) {
        result.insert(a, b);
      }
    }
  }
  return result;
}

PairBounds::Bounds PairBounds::locations() const {
  const auto access = [](const Event& e) { return writesMemory(e) || readsMemory(e); };
  Bounds bounds{mayMeet(access, access), Relation(all_.size())};
  auto& must = std::get<Relation>(bounds.must);
  relationIn(bounds.may).forEach([&](EventId a, EventId b) {
    if (a == b || (skeleton_.mayLocations()[a].size() == 1 && skeleton_.mayLocations()[b].size() == 1)) {
      must.insert(a, b);
    }
  });
  return bounds;
}

PairBounds::Bounds PairBounds::base(const BaseNode& node) const {
  switch (node.relation) {
    case BaseRelation::Rf:
      return atMost(mayMeet(writesMemory, readsMemory));
    case BaseRelation::Co:
      return atMost(mayMeet(writesMemory, storesLater));
    case BaseRelation::Loc:
      return locations();
    case BaseRelation::Addr:
    case BaseRelation::Data:
    case BaseRelation::Ctrl:
      return atMost(skeleton_.po());
    case BaseRelation::SyncBarrier: {
      Relation may(all_.size());
      const EventSet& arrivals = skeleton_.tags().at("ARRIVE");
      const EventSet& departures = skeleton_.tags().at("DEPART");
      arrivals.forEach([&](EventId a) {
        departures.forEach([&](EventId d) {
          if (sameBarrier(skeleton_, a, d)) {
            may.insert(a, d);
          }
        });
      });
      return atMost(std::move(may));
    }
    case BaseRelation::Static:
      break;
  }
  const Relation* relation = skeleton_.staticRelation(node.name);
  return bothOf(relation == nullptr ? Relation(all_.size()) : *relation);
}

PairBounds::Bounds PairBounds::unary(const UnaryNode& node) {
  const Bounds& operand = of(node.operand);
  switch (node.op) {
    case CatUnary::Complement:
      return {applied(node.op, operand.must, all_), applied(node.op, operand.may, all_)};
    case CatUnary::Plus:
    case CatUnary::Star: {
      CatValue may = relationIn(operand.may).transitiveClosure(deadline_);
      Bounds closed{std::move(may), operand.must};
      return node.op == CatUnary::Plus ? closed
                                       : Bounds{applied(CatUnary::Optional, closed.may, all_),
                                                applied(CatUnary::Optional, closed.must, all_)};
    }
    case CatUnary::Domain: {
      const Relation certain = relationIn(operand.must).restrictedTo(all_, initial_);
      return {relationIn(operand.may).domain(), certain.domain()};
    }
    case CatUnary::Range: {
      const Relation certain = relationIn(operand.must).restrictedTo(initial_, all_);
      return {relationIn(operand.may).range(), certain.range()};
    }
    case CatUnary::Optional:
    case CatUnary::Inverse:
    case CatUnary::Bracket:
      break;
  }
  return {applied(node.op, operand.may, all_), applied(node.op, operand.must, all_)};
}

/// Through the initial writes, which always happen, and through one of the two ends.
Relation PairBounds::certainSequence(const Relation& left, const Relation& right) const {
  Relation result = left.restrictedTo(all_, initial_).compose(right.restrictedTo(initial_, all_));
  for (EventId e = 0; e < all_.size(); ++e) {
    if (left.contains(e, e)) {
      result.insertAll(e, right.successors(e));
    }
  }
  left.forEach([&](EventId a, EventId b) {
    if (right.contains(b, b)) {
      result.insert(a, b);
    }
  });
  return result;
}

PairBounds::Bounds PairBounds::binary(const BinaryNode& node) {
  const Bounds left = of(node.left);
  const Bounds& right = of(node.right);
  if (node.op == CatBinary::Sequence) {
    return {relationIn(left.may).compose(relationIn(right.may), deadline_),
            certainSequence(relationIn(left.must), relationIn(right.must))};
  }
  const bool swaps = node.op == CatBinary::Difference;
  return {combined(node.op, left.may, swaps ? right.must : right.may),
          combined(node.op, left.must, swaps ? right.may : right.must)};
}

}  // namespace hrfcheck::inline execution
