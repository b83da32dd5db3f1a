#include "check/promise/interleaving_order.h"

#include <algorithm>
#include <array>

#include "check/interleavings.h"
#include "util/overloaded.h"

// An interleaving is a total order of steps, the initial writes first. Program order, reads-from and
// coherence follow it, and so does what is composed of these. Three compositions need more than the places of
// their parts:
//
//  * rf^-1 ; co goes forward: what a read does not see yet comes after it.
//  * Of two reads of one write, that of a read-modify-write comes last, since its write ends what the others
//    see.
//  * No read sees a write behind a later one of its location.
//  * `ended` goes forward, though `unawaited` and `syncbar` alone do not say so: a barrier opens without
//  those
//    who have ended.

namespace hrfcheck::inline check {
namespace {

using namespace places;

/// Longer sequences, and those with more options, are composed part by part.
constexpr std::size_t kMostMembers = 24;
constexpr std::size_t kMostOptions = 6;

constexpr std::array kAtoms{Same, HalfToHalf, HalfBack, Earlier, Later};

Places composedAtoms(Places a, Places b) {
  if (a == Same) {
    return b;
  }
  if (b == Same) {
    return a;
  }
  const bool aWithin = a.within(OneStep);
  const bool bWithin = b.within(OneStep);
  if (aWithin && bWithin) {
    return a == b ? None : Same;
  }
  if (aWithin) {
    return b;
  }
  return bWithin || a == b ? a : All;
}

Places composedPlaces(Places a, Places b) {
  Places result;
  for (const Places x : kAtoms) {
    for (const Places y : kAtoms) {
      if (x.within(a) && y.within(b)) {
        result = result | composedAtoms(x, y);
      }
    }
  }
  return result;
}

Places closed(Places a) {
  Places all = a;
  for (Places last; last != all;) {
    last = all;
    all = all | composedPlaces(all, a);
  }
  return all;
}

Places swapped(Places a, Places x, Places y) {
  const Places others = a - x - y;
  return others | (x.within(a) ? y : None) | (y.within(a) ? x : None);
}

Places inverse(Places a) {
  return swapped(swapped(a, HalfToHalf, HalfBack), Earlier, Later);
}

}  // namespace

InterleavingOrder::InterleavingOrder(const Model& model, const Program& program)
    : model_(model), program_(program) {
  findRecursions();
}

/// The members start empty and grow until nothing changes: a fixpoint that contains the least one of every
/// interleaving.
void InterleavingOrder::findRecursions() {
  for (const Recursion& recursion : model_.recursions) {
    recursions_.emplace_back(recursion.bodies.size());
  }
  for (bool changed = true; changed;) {
    changed = false;
    bounds_.clear();
    facts_.clear();
    for (std::size_t group = 0; group < recursions_.size(); ++group) {
      for (std::size_t member = 0; member < recursions_[group].size(); ++member) {
        const CatNodeId body = model_.recursions[group].bodies[member];
        Places& known = recursions_[group][member];
        if (model_.nodes[body].type == CatType::Relation && !bounds(body).may.within(known)) {
          known = known | bounds(body).may;
          changed = true;
        }
      }
    }
  }
}

const UnaryNode* InterleavingOrder::unary(CatNodeId id, CatUnary op) const {
  const auto* node = as<UnaryNode>(id);
  return node != nullptr && node->op == op ? node : nullptr;
}

const BinaryNode* InterleavingOrder::binary(CatNodeId id, CatBinary op) const {
  const auto* node = as<BinaryNode>(id);
  return node != nullptr && node->op == op ? node : nullptr;
}

InterleavingOrder::Bounds InterleavingOrder::bounds(CatNodeId id) {
  if (const auto known = bounds_.find(id); known != bounds_.end()) {
    return known->second;
  }
  Bounds result = found(id);
  if (model_.nodes[id].type == CatType::Relation) {
    result.may = result.may - (is(Fact::FromWrites, id) ? HalfToHalf : None) -
                 (is(Fact::ToWrites, id) ? HalfBack : None);
  }
  bounds_[id] = result;
  return result;
}

InterleavingOrder::Bounds InterleavingOrder::found(CatNodeId id) {
  if (model_.nodes[id].type == CatType::Set) {
    return {All, None};
  }
  return std::visit(Overloaded{[](const TagNode&) {
                                 return Bounds{All, None};
                               },
                               [&](const BaseNode& node) { return ofBase(node); },
                               [](const EmptyNode&) {
                                 return Bounds{None, None};
                               },
                               [](const UniverseNode&) {
                                 return Bounds{All, All};
                               },
                               [](const IdentityNode&) {
                                 return Bounds{Same, Same};
                               },
                               [&](const UnaryNode& node) { return ofUnary(node); },
                               [&](const BinaryNode& node) { return ofBinary(id, node); },
                               [&](const RecursionNode& node) {
                                 return Bounds{recursions_[node.group][node.member], None};
                               },
                               [](const ClassVariableNode&) {
                                 return Bounds{All, None};
                               },
                               [&](const ClassFoldNode& node) {
                                 return Bounds{bounds(node.body).may, None};
                               },
                               [&](const ChoiceNode& node) { return ofChoice(node); }},
                    model_.nodes[id].node);
}

InterleavingOrder::Bounds InterleavingOrder::ofBase(const BaseNode& node) const {
  switch (node.relation) {
    case BaseRelation::Rf:
    case BaseRelation::Co:
    case BaseRelation::SyncBarrier:
      return {Earlier, None};
    case BaseRelation::Addr:
    case BaseRelation::Data:
    case BaseRelation::Ctrl:
      return {Forward, None};
    case BaseRelation::Loc:
      return {All, None};
    case BaseRelation::Static:
      break;
  }
  if (node.is(static_relation::Po)) {
    return {Forward, None};
  }
  if (node.is(static_relation::Rmw)) {
    return {HalfToHalf, HalfToHalf};
  }
  if (node.is(static_relation::SameInstruction)) {
    return {OneStep, OneStep};
  }
  // Threads start at once: whatever a test declares here, interleavings do not look at it.
  if (node.is(static_relation::SystemSynchronizes) && program_.systemSynchronizesWith.empty()) {
    return {None, None};
  }
  return {All, None};
}

InterleavingOrder::Bounds InterleavingOrder::ofUnary(const UnaryNode& node) {
  if (node.op == CatUnary::Bracket) {
    return {Same, as<UniverseNode>(node.operand) != nullptr ? Same : None};
  }
  const Bounds of = bounds(node.operand);
  switch (node.op) {
    case CatUnary::Plus:
      return {closed(of.may), of.must};
    case CatUnary::Star:
      return {closed(of.may) | Same, of.must | Same};
    case CatUnary::Optional:
      return {of.may | Same, of.must | Same};
    case CatUnary::Inverse:
      return {inverse(of.may), inverse(of.must)};
    case CatUnary::Complement:
      return {All - of.must, All - of.may};
    case CatUnary::Bracket:
    case CatUnary::Domain:
    case CatUnary::Range:
      break;
  }
  return {All, None};
}

InterleavingOrder::Bounds InterleavingOrder::ofBinary(CatNodeId id, const BinaryNode& node) {
  if (node.op == CatBinary::Sequence) {
    return ofSequence(id);
  }
  if (node.op == CatBinary::Product) {
    return {is(Fact::Initial, node.left) && is(Fact::NotInitial, node.right) ? Earlier : All, None};
  }
  if (isEndedOrder(model_, id)) {
    return {Earlier, None};
  }
  const Bounds left = bounds(node.left);
  const Bounds right = bounds(node.right);
  if (node.op == CatBinary::Union) {
    return {left.may | right.may, left.must | right.must};
  }
  if (node.op == CatBinary::Difference) {
    return {left.may - right.must, left.must - right.may};
  }
  if (is(Fact::OfOneWrite, id) && is(Fact::ToUpdateReads, id)) {
    return {left.may & right.may & (Same | Earlier), None};
  }
  if ((is(Fact::InReadsFrom, node.left) && isShadowed(node.right)) ||
      (is(Fact::InReadsFrom, node.right) && isShadowed(node.left))) {
    return {None, None};
  }
  return {left.may & right.may, left.must & right.must};
}

/// A choice is made as the interleaving has it, where that contains what the choice must contain.
InterleavingOrder::Bounds InterleavingOrder::ofChoice(const ChoiceNode& node) {
  return {bounds(model_.choices[node.choice].order).may.within(Forward) ? Forward : All, None};
}

/// With and without each option (r?), which may make a read that looks behind a write of it.
InterleavingOrder::Bounds InterleavingOrder::ofSequence(CatNodeId id) {
  const BinaryNode& node = std::get<BinaryNode>(model_.nodes[id].node);
  const Bounds left = bounds(node.left);
  const Bounds right = bounds(node.right);
  Bounds result{composedPlaces(left.may, right.may), None};
  result.must = (Same.within(left.must) ? right.must : None) | (Same.within(right.must) ? left.must : None);
  const std::optional<Members> members = membersOf(id);
  if (!members) {
    return result;
  }
  std::vector<std::size_t> options;
  for (std::size_t i = 0; i < members->size(); ++i) {
    if (unary((*members)[i], CatUnary::Optional) != nullptr) {
      options.push_back(i);
    }
  }
  if (options.size() > kMostOptions) {
    return result;
  }
  Places may;
  for (std::size_t with = 0; with < std::size_t{1} << options.size(); ++with) {
    Members chosen;
    for (std::size_t i = 0; i < members->size(); ++i) {
      const auto option = std::ranges::find(options, i) - options.begin();
      if (static_cast<std::size_t>(option) == options.size()) {
        chosen.push_back((*members)[i]);
      } else if ((with >> option & 1) != 0 &&
                 !collect(unary((*members)[i], CatUnary::Optional)->operand, chosen)) {
        return result;
      }
    }
    may = may | composed(chosen);
  }
  result.may = result.may & may;
  return result;
}

/// Where a member may stand between its neighbours: what begins at a write does not begin at the read of a
/// read-modify-write.
Places InterleavingOrder::between(const Members& members, std::size_t at) {
  const auto isWrites = [&](std::size_t i) {
    return i < members.size() && bracketed(members[i]) && is(Fact::Writes, *bracketed(members[i]));
  };
  return bounds(members[at]).may - (at > 0 && isWrites(at - 1) ? HalfToHalf : None) -
         (isWrites(at + 1) ? HalfBack : None);
}

Places InterleavingOrder::composed(const Members& members) {
  Places all = Same;
  for (std::size_t i = 0; i < members.size(); ++i) {
    if (!is(Fact::InReadsFromBack, members[i])) {
      all = composedPlaces(all, between(members, i));
      continue;
    }
    std::size_t next = i + 1;
    while (next < members.size() && bracketed(members[next])) {
      ++next;
    }
    if (next < members.size() && isCoherenceBehindRead(members, next)) {
      all = composedPlaces(all, Forward);
      i = next;
    } else {
      all = composedPlaces(all, bounds(members[i]).may);
    }
  }
  return all;
}

/// The member behind a `rf^-1` is part of coherence: by itself, or by what stands around it.
bool InterleavingOrder::isCoherenceBehindRead(const Members& members, std::size_t at) {
  const CatNodeId member = members[at];
  if (is(Fact::InCoherence, member)) {
    return true;
  }
  bool fromInitial = is(Fact::FromInitial, member);
  for (std::size_t i = at; i > 0 && bracketed(members[i - 1]); --i) {
    fromInitial = fromInitial || is(Fact::Initial, *bracketed(members[i - 1]));
  }
  bool toWrites = is(Fact::ToWrites, member);
  for (std::size_t i = at + 1; i < members.size() && bracketed(members[i]); ++i) {
    toWrites = toWrites || is(Fact::Writes, *bracketed(members[i]));
  }
  const Places may = between(members, at) - HalfToHalf;  // it begins at a write
  return toWrites && is(Fact::SameLocation, member) &&
         (may.within(Earlier) || (fromInitial && !Same.within(may)));
}

/// Behind each pair's first event, a write, another write of the same location comes before the second event.
bool InterleavingOrder::isShadowed(CatNodeId id) {
  const std::optional<Members> members =
      binary(id, CatBinary::Sequence) != nullptr ? membersOf(id) : std::nullopt;
  if (!members) {
    return false;
  }
  const auto steps = [&](const Members& part) {
    return composed(part).within(Earlier) && std::ranges::all_of(part, [&](CatNodeId member) {
             return bracketed(member) || is(Fact::SameLocation, member);
           });
  };
  for (std::size_t cut = 1; cut < members->size(); ++cut) {
    const Members first(members->begin(), members->begin() + static_cast<std::ptrdiff_t>(cut));
    const Members second(members->begin() + static_cast<std::ptrdiff_t>(cut), members->end());
    if (steps(first) && steps(second) &&
        (endFact(Fact::ToWrites, first) || endFact(Fact::FromWrites, second))) {
      return true;
    }
  }
  return false;
}

std::optional<InterleavingOrder::Members> InterleavingOrder::membersOf(CatNodeId sequence) const {
  Members members;
  return collect(sequence, members) ? std::optional(members) : std::nullopt;
}

bool InterleavingOrder::collect(CatNodeId id, Members& members) const {
  if (members.size() > kMostMembers) {
    return false;
  }
  if (const BinaryNode* sequence = binary(id, CatBinary::Sequence)) {
    return collect(sequence->left, members) && collect(sequence->right, members);
  }
  members.push_back(id);
  return true;
}

std::optional<CatNodeId> InterleavingOrder::bracketed(CatNodeId id) const {
  const UnaryNode* bracket = unary(id, CatUnary::Bracket);
  return bracket != nullptr ? std::optional(bracket->operand) : std::nullopt;
}

}  // namespace hrfcheck::inline check
