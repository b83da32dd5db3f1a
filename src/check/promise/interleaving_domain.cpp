#include "check/promise/interleaving_domain.h"

#include <algorithm>
#include <array>
#include <iterator>

#include "check/models/interleavings.h"

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

Places converse(Places a) {
  return swapped(swapped(a, HalfToHalf, HalfBack), Earlier, Later);
}

/// What facts about the events of a set say of pairs that begin, or end, there.
Facts ofEnd(Facts set, bool from) {
  const auto if_ = [&](Facts ofSet, Facts ofPairs) { return ofSet.within(set) ? ofPairs : facts::None; };
  return from ? if_(facts::Writes, facts::FromWrites) | if_(facts::Initial, facts::FromInitial)
              : if_(facts::Writes, facts::ToWrites) | if_(facts::NotInitial, facts::ToNotInitial) |
                    if_(facts::UpdateReads, facts::ToUpdateReads);
}

constexpr Facts kFromFacts = facts::FromWrites | facts::FromInitial;
constexpr Facts kToFacts = facts::ToWrites | facts::ToNotInitial | facts::ToUpdateReads;

}  // namespace

/// What begins at writes does not begin at the read of a read-modify-write. Pairs of writes of one location
/// that the interleaving has in this order are in coherence, and so are an initial write and another of its
/// location.
Interleaved InterleavingDomain::relation(Places may, Places must, Facts facts) const {
  Value value{may, must, facts};
  value.may = value.may - (value.is(facts::FromWrites) ? HalfToHalf : None) -
              (value.is(facts::ToWrites) ? HalfBack : None);
  const bool inOrder = value.is(facts::FromInitial)
                           ? !Same.within(value.may)
                           : value.is(facts::FromWrites) && value.may.within(Earlier);
  if (value.is(facts::SameLocation | facts::ToWrites) && inOrder) {
    value.facts = value.facts | facts::InCoherence;
  }
  return value;
}

Interleaved InterleavingDomain::tag(const Site&, const TagNode& node) const {
  const std::string& tag = node.tag;
  Value value;
  if (tag == "IW") {
    value.facts = facts::Writes | facts::Initial;
  } else if (tag == "W") {
    value.facts = facts::Writes;
  } else if (tag == "R" || tag == "F" || tag == "B" || tag == "ARRIVE" || tag == "DEPART") {
    value.facts = facts::NotInitial;
  }
  return value;
}

Interleaved InterleavingDomain::base(const Site&, const BaseNode& node) const {
  switch (node.relation) {
    case BaseRelation::Rf:
      return relation(Earlier, None,
                      facts::FromWrites | facts::ToNotInitial | facts::SameLocation | facts::InReadsFrom);
    case BaseRelation::Co:
      return relation(Earlier, None,
                      facts::FromWrites | facts::ToWrites | facts::ToNotInitial | facts::SameLocation |
                          facts::InCoherence);
    case BaseRelation::SyncBarrier:
      return {Earlier, None};
    case BaseRelation::Addr:
    case BaseRelation::Data:
    case BaseRelation::Ctrl:
      return {Forward, None};
    case BaseRelation::Loc:
      return relation(All, None, facts::SameLocation);
    case BaseRelation::Static:
      break;
  }
  if (node.is(static_relation::Po)) {
    return {Forward, None};
  }
  if (node.is(static_relation::Rmw)) {
    return relation(HalfToHalf, HalfToHalf, facts::ToWrites | facts::ToNotInitial | facts::SameLocation);
  }
  if (node.is(static_relation::SameInstruction)) {
    return {OneStep, OneStep};
  }
  // Threads start at once: whatever a test declares here, interleavings do not look at it.
  if (node.is(static_relation::SystemSynchronizes) && program_.systemSynchronizesWith.empty()) {
    return {None, None};
  }
  return {};
}

Interleaved InterleavingDomain::universe(const Site&, CatType type) const {
  return {All, type == CatType::Set ? None : All};
}

Interleaved InterleavingDomain::identity(const Site&) const {
  return relation(Same, Same, facts::SameLocation);
}

Interleaved InterleavingDomain::plus(const Site&, const Value& r) const {
  return relation(closed(r.may), r.must,
                  r.facts - (facts::InReadsFrom | facts::InReadsFromBack | facts::OfOneWrite));
}

Interleaved InterleavingDomain::star(const Site&, const Value& r) const {
  return {closed(r.may) | Same, r.must | Same, r.facts & facts::SameLocation};
}

Interleaved InterleavingDomain::inverse(const Site&, const Value& r) const {
  const auto turned = [&](Facts of, Facts into) { return r.is(of) ? into : facts::None; };
  return relation(converse(r.may), converse(r.must),
                  (r.facts & facts::SameLocation) | turned(facts::ToWrites, facts::FromWrites) |
                      turned(facts::FromWrites, facts::ToWrites) |
                      turned(facts::InReadsFrom, facts::InReadsFromBack));
}

Interleaved InterleavingDomain::complement(const Site& at, const Value& a) const {
  return model_.nodes[at.node].type == CatType::Set ? Value{} : Value{All - a.must, All - a.may};
}

Interleaved InterleavingDomain::bracket(const Site& at, const Value& s) const {
  const CatNodeId set = std::get<UnaryNode>(model_.nodes[at.node].node).operand;
  const bool all = std::holds_alternative<UniverseNode>(model_.nodes[set].node);
  return relation(
      Same, all ? Same : None,
      facts::SameLocation | (s.is(facts::Writes) ? facts::FromWrites | facts::ToWrites : facts::None));
}

Interleaved InterleavingDomain::domain(const Site& at, const Value&) const {
  const CatNodeId operand = std::get<UnaryNode>(model_.nodes[at.node].node).operand;
  return {All, None, model_.nodes[operand].isBase(static_relation::Rmw) ? facts::UpdateReads : facts::None};
}

Interleaved InterleavingDomain::range(const Site&, const Value&) const {
  return {};
}

Interleaved InterleavingDomain::unite(const Site&, const Value& a, const Value& b) const {
  return relation(a.may | b.may, a.must | b.must, a.facts & b.facts);
}

Interleaved InterleavingDomain::intersect(const Site& at, const Value& a, const Value& b) const {
  const Facts all = a.facts | b.facts;
  if ((facts::OfOneWrite | facts::ToUpdateReads).within(all)) {
    return relation(a.may & b.may & (Same | Earlier), None, all);
  }
  const auto& node = std::get<BinaryNode>(model_.nodes[at.node].node);
  if ((a.is(facts::InReadsFrom) && isShadowed(at, node.right)) ||
      (b.is(facts::InReadsFrom) && isShadowed(at, node.left))) {
    return relation(None, None, all);
  }
  return relation(a.may & b.may, a.must & b.must, all);
}

Interleaved InterleavingDomain::subtract(const Site& at, const Value& a, const Value& b) const {
  const bool others = model_.nodes[std::get<BinaryNode>(model_.nodes[at.node].node).right].isTag("IW");
  const Facts all = a.facts | (others ? facts::NotInitial : facts::None);
  return isEndedOrder(model_, at.node) ? relation(Earlier, None, all)
                                       : relation(a.may - b.must, a.must - b.may, all);
}

/// With and without each option (r?), which may make a read that looks behind a write of it.
Interleaved InterleavingDomain::sequence(const Site& at, const Value& r, const Value& s) const {
  const Places must = (Same.within(r.must) ? s.must : None) | (Same.within(s.must) ? r.must : None);
  const Places may = composedPlaces(r.may, s.may);
  const std::optional<Members> members = membersOf(at.node);
  return members ? relation(may & composedWithOptions(at, *members), must, sequenceFacts(at, *members))
                 : relation(may, must, facts::None);
}

Interleaved InterleavingDomain::product(const Site&, const Value& s, const Value& t) const {
  const bool first = s.is(facts::Initial) && t.is(facts::NotInitial);
  return relation(first ? Earlier : All, None, ofEnd(s.facts, true) | ofEnd(t.facts, false));
}

Interleaved InterleavingDomain::classVariable(const Site&, const std::vector<const Value*>&) const {
  return {};
}

Interleaved InterleavingDomain::fold(const Site&, const Value&, const Value& body) const {
  return relation(body.may, None, body.facts);
}

/// A choice is made as the interleaving has it, where that contains what the choice must contain.
Interleaved InterleavingDomain::choice(const Site&, const Choice&, const Value&, const Value& order,
                                       const Value*) const {
  return {order.may.within(Forward) ? Forward : All, None};
}

Interleaved InterleavingDomain::nothing(CatType type) const {
  return {type == CatType::Set ? All : None, None, facts::All};
}

/// Members start empty and grow until nothing changes: a fixpoint that contains the least one of every
/// interleaving.
bool InterleavingDomain::widened(Value& old, const Value& next) const {
  const Value all{old.may | next.may, None, facts::None};
  return std::exchange(old, all) != all;
}

Facts InterleavingDomain::sequenceFacts(const Site& at, const Members& members) const {
  Members steps;
  std::ranges::copy_if(members, std::back_inserter(steps),
                       [&](CatNodeId member) { return !bracketed(member); });
  Facts ofAll = facts::SameLocation | (steps.empty() ? facts::None : facts::InCoherence) |
                (steps.size() == 1 ? facts::InReadsFrom | facts::InReadsFromBack : facts::None);
  for (const CatNodeId step : steps) {
    ofAll = ofAll & at.of(step).facts;
  }
  const bool ofOneWrite = steps.size() == 2 && at.of(steps.front()).is(facts::InReadsFromBack) &&
                          at.of(steps.back()).is(facts::InReadsFrom);
  return ofAll | (ofOneWrite ? facts::OfOneWrite : facts::None) | endFacts(at, members, true) |
         endFacts(at, members, false);
}

/// What the brackets at the end in question say, and the first member behind them.
Facts InterleavingDomain::endFacts(const Site& at, const Members& members, bool from) const {
  Facts all;
  for (std::size_t i = 0; i < members.size(); ++i) {
    const CatNodeId member = from ? members[i] : members[members.size() - 1 - i];
    const std::optional<CatNodeId> set = bracketed(member);
    if (!set) {
      return all | (at.of(member).facts & (from ? kFromFacts : kToFacts));
    }
    all = all | ofEnd(at.of(*set).facts, from);
  }
  return all;
}

Places InterleavingDomain::composedWithOptions(const Site& at, const Members& members) const {
  std::vector<std::size_t> options;
  for (std::size_t i = 0; i < members.size(); ++i) {
    if (operandOf(CatUnary::Optional, members[i])) {
      options.push_back(i);
    }
  }
  if (options.size() > kMostOptions) {
    return All;
  }
  Places may;
  for (std::size_t with = 0; with < std::size_t{1} << options.size(); ++with) {
    Members chosen;
    for (std::size_t i = 0; i < members.size(); ++i) {
      const auto option = std::ranges::find(options, i) - options.begin();
      if (static_cast<std::size_t>(option) == options.size()) {
        chosen.push_back(members[i]);
      } else if ((with >> option & 1) != 0 && !collect(*operandOf(CatUnary::Optional, members[i]), chosen)) {
        return All;
      }
    }
    may = may | composed(at, chosen);
  }
  return may;
}

/// Where a member may stand between its neighbours: what begins at a write does not begin at the read of a
/// read-modify-write.
Places InterleavingDomain::between(const Site& at, const Members& members, std::size_t member) const {
  const auto isWrites = [&](std::size_t i) {
    return i < members.size() && bracketed(members[i]) && at.of(*bracketed(members[i])).is(facts::Writes);
  };
  return at.of(members[member]).may - (member > 0 && isWrites(member - 1) ? HalfToHalf : None) -
         (isWrites(member + 1) ? HalfBack : None);
}

Places InterleavingDomain::composed(const Site& at, const Members& members) const {
  Places all = Same;
  for (std::size_t i = 0; i < members.size(); ++i) {
    if (!at.of(members[i]).is(facts::InReadsFromBack)) {
      all = composedPlaces(all, between(at, members, i));
      continue;
    }
    std::size_t next = i + 1;
    while (next < members.size() && bracketed(members[next])) {
      ++next;
    }
    if (next < members.size() && isCoherenceBehindRead(at, members, next)) {
      all = composedPlaces(all, Forward);
      i = next;
    } else {
      all = composedPlaces(all, at.of(members[i]).may);
    }
  }
  return all;
}

/// The member behind a `rf^-1` is part of coherence: by itself, or by what stands around it.
bool InterleavingDomain::isCoherenceBehindRead(const Site& at, const Members& members,
                                               std::size_t position) const {
  const CatNodeId member = members[position];
  if (at.of(member).is(facts::InCoherence)) {
    return true;
  }
  bool fromInitial = at.of(member).is(facts::FromInitial);
  for (std::size_t i = position; i > 0 && bracketed(members[i - 1]); --i) {
    fromInitial = fromInitial || at.of(*bracketed(members[i - 1])).is(facts::Initial);
  }
  bool toWrites = at.of(member).is(facts::ToWrites);
  for (std::size_t i = position + 1; i < members.size() && bracketed(members[i]); ++i) {
    toWrites = toWrites || at.of(*bracketed(members[i])).is(facts::Writes);
  }
  const Places may = between(at, members, position) - HalfToHalf;  // it begins at a write
  return toWrites && at.of(member).is(facts::SameLocation) &&
         (may.within(Earlier) || (fromInitial && !Same.within(may)));
}

/// Behind each pair's first event, a write, another write of the same location comes before the second event.
bool InterleavingDomain::isShadowed(const Site& at, CatNodeId id) const {
  const std::optional<Members> members =
      model_.nodes[id].as(CatBinary::Sequence) != nullptr ? membersOf(id) : std::nullopt;
  if (!members) {
    return false;
  }
  const auto steps = [&](const Members& part) {
    return composed(at, part).within(Earlier) && std::ranges::all_of(part, [&](CatNodeId member) {
             return bracketed(member) || at.of(member).is(facts::SameLocation);
           });
  };
  for (std::size_t cut = 1; cut < members->size(); ++cut) {
    const Members first(members->begin(), members->begin() + static_cast<std::ptrdiff_t>(cut));
    const Members second(members->begin() + static_cast<std::ptrdiff_t>(cut), members->end());
    if (steps(first) && steps(second) &&
        (facts::ToWrites.within(endFacts(at, first, false)) ||
         facts::FromWrites.within(endFacts(at, second, true)))) {
      return true;
    }
  }
  return false;
}

std::optional<InterleavingDomain::Members> InterleavingDomain::membersOf(CatNodeId sequence) const {
  Members members;
  return collect(sequence, members) ? std::optional(members) : std::nullopt;
}

bool InterleavingDomain::collect(CatNodeId id, Members& members) const {
  if (members.size() > kMostMembers) {
    return false;
  }
  if (const BinaryNode* sequence = model_.nodes[id].as(CatBinary::Sequence)) {
    return collect(sequence->left, members) && collect(sequence->right, members);
  }
  members.push_back(id);
  return true;
}

std::optional<CatNodeId> InterleavingDomain::operandOf(CatUnary op, CatNodeId id) const {
  const UnaryNode* node = model_.nodes[id].as(op);
  return node != nullptr ? std::optional(node->operand) : std::nullopt;
}

}  // namespace hrfcheck::inline check
