#include <algorithm>
#include <iterator>

#include "check/promise/interleaving_order.h"
#include "util/overloaded.h"

// What is certain of the events of a set, or of the pairs of a relation, from its definition.

namespace hrfcheck::inline check {

bool InterleavingOrder::is(Fact fact, CatNodeId id) {
  const std::pair key{fact, id};
  if (const auto known = facts_.find(key); known != facts_.end()) {
    return known->second;
  }
  facts_[key] = false;  // where a fact is asked for about itself
  const bool result = foundFact(fact, id);
  facts_[key] = result;
  return result;
}

bool InterleavingOrder::foundFact(Fact fact, CatNodeId id) {
  const bool shown = std::visit(
      Overloaded{[&](const TagNode& node) { return tagFact(fact, node); },
                 [&](const BaseNode& node) { return baseFact(fact, node); },
                 [](const EmptyNode&) { return true; }, [](const UniverseNode&) { return false; },
                 [&](const IdentityNode&) { return fact == Fact::SameLocation; },
                 [&](const UnaryNode& node) { return unaryFact(fact, node); },
                 [&](const BinaryNode& node) { return binaryFact(fact, id, node); },
                 [](const RecursionNode&) { return false; }, [](const ClassVariableNode&) { return false; },
                 [&](const ClassFoldNode& node) { return is(fact, node.body); },
                 [](const ChoiceNode&) { return false; }},
      model_.nodes[id].node);
  return shown || (fact == Fact::InCoherence && followsCoherence(id));
}

/// Pairs of writes of one location that the interleaving has in this order are in coherence, and so are an
/// initial write and another of its location.
bool InterleavingOrder::followsCoherence(CatNodeId id) {
  if (!is(Fact::SameLocation, id) || !is(Fact::ToWrites, id)) {
    return false;
  }
  const Places may = bounds(id).may;
  return is(Fact::FromInitial, id) ? !places::Same.within(may)
                                   : is(Fact::FromWrites, id) && may.within(places::Earlier);
}

bool InterleavingOrder::tagFact(Fact fact, const TagNode& node) const {
  switch (fact) {
    case Fact::Writes:
      return node.tag == "W" || node.tag == "IW";
    case Fact::Initial:
      return node.tag == "IW";
    case Fact::NotInitial:
      return node.tag == "R" || node.tag == "F" || node.tag == "B" || node.tag == "ARRIVE" ||
             node.tag == "DEPART";
    case Fact::UpdateReads:
    case Fact::FromWrites:
    case Fact::FromInitial:
    case Fact::ToWrites:
    case Fact::ToNotInitial:
    case Fact::ToUpdateReads:
    case Fact::SameLocation:
    case Fact::InCoherence:
    case Fact::InReadsFrom:
    case Fact::InReadsFromBack:
    case Fact::OfOneWrite:
      break;
  }
  return false;
}

bool InterleavingOrder::baseFact(Fact fact, const BaseNode& node) const {
  const bool rf = node.is(BaseRelation::Rf);
  const bool co = node.is(BaseRelation::Co);
  const bool rmw = node.is(static_relation::Rmw);
  switch (fact) {
    case Fact::FromWrites:
      return rf || co;
    case Fact::ToWrites:
      return co || rmw;
    case Fact::ToNotInitial:
      return rf || co || rmw;
    case Fact::SameLocation:
      return rf || co || rmw || node.is(BaseRelation::Loc);
    case Fact::InCoherence:
      return co;
    case Fact::InReadsFrom:
      return rf;
    case Fact::Writes:
    case Fact::Initial:
    case Fact::NotInitial:
    case Fact::UpdateReads:
    case Fact::FromInitial:
    case Fact::ToUpdateReads:
    case Fact::InReadsFromBack:
    case Fact::OfOneWrite:
      break;
  }
  return false;
}

bool InterleavingOrder::unaryFact(Fact fact, const UnaryNode& node) {
  switch (node.op) {
    case CatUnary::Plus:
      return fact != Fact::InReadsFrom && fact != Fact::InReadsFromBack && fact != Fact::OfOneWrite &&
             is(fact, node.operand);
    case CatUnary::Optional:
    case CatUnary::Star:
      return fact == Fact::SameLocation && is(fact, node.operand);
    case CatUnary::Inverse:
      return (fact == Fact::SameLocation && is(fact, node.operand)) ||
             (fact == Fact::FromWrites && is(Fact::ToWrites, node.operand)) ||
             (fact == Fact::ToWrites && is(Fact::FromWrites, node.operand)) ||
             (fact == Fact::InReadsFromBack && is(Fact::InReadsFrom, node.operand));
    case CatUnary::Bracket:
      return fact == Fact::SameLocation || (fact == Fact::FromWrites && is(Fact::Writes, node.operand)) ||
             (fact == Fact::ToWrites && is(Fact::Writes, node.operand));
    case CatUnary::Domain: {
      const auto* base = as<BaseNode>(node.operand);
      return fact == Fact::UpdateReads && base != nullptr && base->is(static_relation::Rmw);
    }
    case CatUnary::Complement:
    case CatUnary::Range:
      break;
  }
  return false;
}

bool InterleavingOrder::binaryFact(Fact fact, CatNodeId id, const BinaryNode& node) {
  switch (node.op) {
    case CatBinary::Union:
      return is(fact, node.left) && is(fact, node.right);
    case CatBinary::Intersection:
      return is(fact, node.left) || is(fact, node.right);
    case CatBinary::Difference:
      return is(fact, node.left) || (fact == Fact::NotInitial && as<TagNode>(node.right) != nullptr &&
                                     as<TagNode>(node.right)->tag == "IW");
    case CatBinary::Sequence:
      return sequenceFact(fact, id);
    case CatBinary::Product:
      return (fact == Fact::FromWrites && is(Fact::Writes, node.left)) ||
             (fact == Fact::FromInitial && is(Fact::Initial, node.left)) ||
             (fact == Fact::ToWrites && is(Fact::Writes, node.right)) ||
             (fact == Fact::ToNotInitial && is(Fact::NotInitial, node.right)) ||
             (fact == Fact::ToUpdateReads && is(Fact::UpdateReads, node.right));
  }
  return false;
}

bool InterleavingOrder::sequenceFact(Fact fact, CatNodeId id) {
  const std::optional<Members> members = membersOf(id);
  if (!members) {
    return false;
  }
  Members steps;
  std::ranges::copy_if(*members, std::back_inserter(steps),
                       [&](CatNodeId member) { return !bracketed(member); });
  switch (fact) {
    case Fact::SameLocation:
      return std::ranges::all_of(steps, [&](CatNodeId step) { return is(fact, step); });
    case Fact::InCoherence:
      return !steps.empty() && std::ranges::all_of(steps, [&](CatNodeId step) { return is(fact, step); });
    case Fact::InReadsFrom:
    case Fact::InReadsFromBack:
      return steps.size() == 1 && is(fact, steps.front());
    case Fact::OfOneWrite:
      return steps.size() == 2 && is(Fact::InReadsFromBack, steps.front()) &&
             is(Fact::InReadsFrom, steps.back());
    case Fact::FromWrites:
    case Fact::FromInitial:
    case Fact::ToWrites:
    case Fact::ToNotInitial:
    case Fact::ToUpdateReads:
      return endFact(fact, *members);
    case Fact::Writes:
    case Fact::Initial:
    case Fact::NotInitial:
    case Fact::UpdateReads:
      break;
  }
  return false;
}

/// What the brackets at the end in question say, and the first member behind them.
bool InterleavingOrder::endFact(Fact fact, const Members& members) {
  const bool from = fact == Fact::FromWrites || fact == Fact::FromInitial;
  const Fact ofSet = fact == Fact::FromWrites || fact == Fact::ToWrites ? Fact::Writes
                     : fact == Fact::FromInitial                        ? Fact::Initial
                     : fact == Fact::ToNotInitial                       ? Fact::NotInitial
                                                                        : Fact::UpdateReads;
  for (std::size_t i = 0; i < members.size(); ++i) {
    const CatNodeId member = from ? members[i] : members[members.size() - 1 - i];
    const std::optional<CatNodeId> set = bracketed(member);
    if (!set) {
      return is(fact, member);
    }
    if (is(ofSet, *set)) {
      return true;
    }
  }
  return false;
}

}  // namespace hrfcheck::inline check
