#include "cat/licence/deletion_domain.h"

#include <algorithm>
#include <utility>

namespace hrfcheck::cat {
namespace {

template <typename Change>
void forEachCell(DeletionValue& value, Change change) {
  for (std::size_t a = 0; a < kKinds; ++a) {
    value.members[a] = change(value.members[a]);
    for (std::size_t b = 0; b < kKinds; ++b) {
      value.pairs[a][b] = change(value.pairs[a][b]);
    }
  }
}

template <typename Combine>
DeletionValue cellwise(const DeletionValue& left, const DeletionValue& right, Combine combine) {
  DeletionValue result;
  for (std::size_t a = 0; a < kKinds; ++a) {
    result.members[a] = combine(left.members[a], right.members[a]);
    for (std::size_t b = 0; b < kKinds; ++b) {
      result.pairs[a][b] = combine(left.pairs[a][b], right.pairs[a][b]);
    }
  }
  return result;
}

DeletionValue filled(Kept kept) {
  DeletionValue value;
  forEachCell(value, [&](Kept) { return kept; });
  return value;
}

Kept keptIf(Membership membership) {
  switch (membership) {
    case Membership::None:
      return {};
    case Membership::Some:
      return Kept::alike();
    case Membership::All:
      return Kept::allTrue();
  }
  return Kept::anything();
}

/// Of what both are.
RelationShape common(const RelationShape& a, const RelationShape& b) {
  return {a.transitive && b.transitive, a.inIdentity && b.inIdentity,
          a.inOneInstruction && b.inOneInstruction, a.inReadsFrom && b.inReadsFrom,
          a.inSources && b.inSources};
}

/// Of what is contained in something.
RelationShape contained(const RelationShape& in) {
  return {false, in.inIdentity, in.inOneInstruction, in.inReadsFrom, in.inSources};
}

RelationShape ofBoth(const RelationShape& a, const RelationShape& b) {
  return {a.transitive && b.transitive, a.inIdentity || b.inIdentity,
          a.inOneInstruction || b.inOneInstruction, a.inReadsFrom || b.inReadsFrom,
          a.inSources || b.inSources};
}

RelationShape ofSequence(const RelationShape& a, const RelationShape& b) {
  RelationShape shape;
  shape.inIdentity = a.inIdentity && b.inIdentity;
  shape.inOneInstruction = a.inOneInstruction && b.inOneInstruction;
  shape.inReadsFrom = (a.inIdentity && b.inReadsFrom) || (a.inReadsFrom && b.inIdentity);
  shape.inSources = (a.inIdentity && b.inSources) || (a.inSources && b.inIdentity);
  return shape;
}

constexpr RelationShape kIdentityShape{true, true, true, false, false};

bool mayBeWhole(Kept kept) {
  return kept.some([](unsigned v) { return (v & kWhole) != 0; });
}

}  // namespace

DeletionValue DeletionDomain::tag(const Site&, const TagNode& tag) const {
  DeletionValue value;
  const ByKind<Membership> members = membersOf(tag);
  for (std::size_t k = 0; k < kKinds; ++k) {
    value.members[k] = keptIf(members[k]);
  }
  return value;
}

DeletionValue DeletionDomain::base(const Site&, const BaseNode& base) const {
  const BaseFacts facts = factsOf(base);
  // A branch of a round that is left out may be all that makes what is behind the loop depend on an earlier
  // read; and which load is the last one before a compare-and-swap depends on those that there are.
  const Kept kept = base.is(BaseRelation::Ctrl) ? Kept::alike().orElse(Kept::only(kWhole))
                    : base.is("casdep")         ? Kept::anything()
                                                : Kept::alike();
  DeletionValue value;
  for (std::size_t a = 0; a < kKinds; ++a) {
    for (std::size_t b = 0; b < kKinds; ++b) {
      value.pairs[a][b] = facts.relates[a][b] ? kept : Kept();
    }
  }
  value.shape.transitive = facts.transitive;
  value.shape.inOneInstruction = facts.inOneInstruction;
  value.shape.inReadsFrom = base.is(BaseRelation::Rf);
  return value;
}

DeletionValue DeletionDomain::nothing(CatType) const {
  DeletionValue value;
  value.shape = {true, true, true, true, true};
  return value;
}

DeletionValue DeletionDomain::universe(const Site&, CatType) const {
  DeletionValue value = filled(Kept::allTrue());
  value.shape.transitive = true;
  return value;
}

DeletionValue DeletionDomain::identity() const {
  DeletionValue value;
  for (std::size_t k = 0; k < kKinds; ++k) {
    value.pairs[k][k] = Kept::alike();
  }
  value.shape = kIdentityShape;
  return value;
}

DeletionValue DeletionDomain::identity(const Site&) const {
  return identity();
}

DeletionValue DeletionDomain::joined(const DeletionValue& a, const DeletionValue& b) const {
  DeletionValue value = cellwise(a, b, [](Kept x, Kept y) { return x.orElse(y); });
  value.shape = common(a.shape, b.shape);
  return value;
}

bool DeletionDomain::widened(DeletionValue& old, const DeletionValue& next) const {
  const DeletionValue all = joined(old, next);
  const bool more = !(all == old);
  old = all;
  return more;
}

DeletionValue DeletionDomain::closure(const DeletionValue& operand) const {
  DeletionValue value = operand;
  if (!operand.shape.transitive) {
    while (widened(value, cellwise(operand, through(value, operand), [](Kept x, Kept y) { return x | y; }))) {
    }
  }
  value.shape = {true, operand.shape.inIdentity, operand.shape.inOneInstruction, false, false};
  return value;
}

DeletionValue DeletionDomain::plus(const Site&, const DeletionValue& operand) const {
  return closure(operand);
}

DeletionValue DeletionDomain::optional(const Site&, const DeletionValue& operand) const {
  DeletionValue value = cellwise(identity(), operand, [](Kept x, Kept y) { return x | y; });
  value.shape = common(operand.shape, kIdentityShape);
  return value;
}

DeletionValue DeletionDomain::inverse(const Site&, const DeletionValue& operand) const {
  DeletionValue value = operand;
  for (std::size_t a = 0; a < kKinds; ++a) {
    for (std::size_t b = 0; b < kKinds; ++b) {
      value.pairs[a][b] = operand.pairs[b][a];
    }
  }
  std::swap(value.shape.inReadsFrom, value.shape.inSources);
  return value;
}

DeletionValue DeletionDomain::complement(const Site&, const DeletionValue& operand) const {
  DeletionValue value = operand;
  forEachCell(value, [](Kept kept) { return ~kept; });
  value.shape = {};
  return value;
}

DeletionValue DeletionDomain::bracket(const Site&, const DeletionValue& operand) const {
  DeletionValue value = identity();
  for (std::size_t k = 0; k < kKinds; ++k) {
    value.pairs[k][k] = operand.members[k].orElse(Kept());  // of different events of a kind: no
  }
  return value;
}

/// A member because of partners, any number of them; perhaps only because of one that is left out.
Kept DeletionDomain::memberOf(const ByKind<Kept>& partners, bool partnerStays) const {
  Kept some;
  for (std::size_t k = 0; k < kKinds; ++k) {
    some = some.orElse(partners[k]);
    if (deletable_[k] && !partnerStays && mayBeWhole(partners[k])) {
      some = some.orElse(Kept::only(kWhole));
    }
  }
  return some.ofSeveral();
}

DeletionValue DeletionDomain::domain(const Site&, const DeletionValue& operand) const {
  const bool partnerStays = operand.shape.inOneInstruction || operand.shape.inSources;
  DeletionValue value;
  for (std::size_t k = 0; k < kKinds; ++k) {
    value.members[k] = memberOf(operand.pairs[k], partnerStays);
  }
  return value;
}

DeletionValue DeletionDomain::unite(const Site&, const DeletionValue& left,
                                    const DeletionValue& right) const {
  DeletionValue value = cellwise(left, right, [](Kept x, Kept y) { return x | y; });
  value.shape = common(left.shape, right.shape);
  value.shape.transitive = false;
  return value;
}

DeletionValue DeletionDomain::intersect(const Site&, const DeletionValue& left,
                                        const DeletionValue& right) const {
  DeletionValue value = cellwise(left, right, [](Kept x, Kept y) { return x & y; });
  value.shape = ofBoth(left.shape, right.shape);
  return value;
}

DeletionValue DeletionDomain::subtract(const Site&, const DeletionValue& left,
                                       const DeletionValue& right) const {
  DeletionValue value = cellwise(left, right, [](Kept x, Kept y) { return x - y; });
  value.shape = contained(left.shape);
  return value;
}

/// A middle stays if it is of an instruction that stays, or the source of a read that stays.
DeletionValue DeletionDomain::through(const DeletionValue& left, const DeletionValue& right) const {
  const bool middleStays = left.shape.inOneInstruction || right.shape.inOneInstruction ||
                           left.shape.inSources || right.shape.inReadsFrom;
  DeletionValue value;
  for (std::size_t a = 0; a < kKinds; ++a) {
    for (std::size_t b = 0; b < kKinds; ++b) {
      Kept some;
      for (std::size_t middle = 0; middle < kKinds; ++middle) {
        const Kept first = left.pairs[a][middle];
        const Kept second = right.pairs[middle][b];
        some = some.orElse(first & second);
        if (deletable_[middle] && !middleStays && mayBeWhole(first) && mayBeWhole(second)) {
          some = some.orElse(Kept::only(kWhole));
        }
      }
      value.pairs[a][b] = some.ofSeveral();
    }
  }
  value.shape = ofSequence(left.shape, right.shape);
  return value;
}

DeletionValue DeletionDomain::sequence(const Site&, const DeletionValue& left,
                                       const DeletionValue& right) const {
  return through(left, right);
}

DeletionValue DeletionDomain::product(const Site&, const DeletionValue& left,
                                      const DeletionValue& right) const {
  DeletionValue value;
  for (std::size_t a = 0; a < kKinds; ++a) {
    for (std::size_t b = 0; b < kKinds; ++b) {
      value.pairs[a][b] = left.members[a] & right.members[b];
    }
  }
  value.shape.transitive = true;
  return value;
}

DeletionValue DeletionDomain::classVariable(const Site&,
                                            const std::vector<const DeletionValue*>& equivalences) const {
  DeletionValue value;
  const bool stable = std::ranges::all_of(equivalences, [](const DeletionValue* v) { return isStable(*v); });
  for (std::size_t k = 0; k < kKinds; ++k) {
    for (const DeletionValue* equivalence : equivalences) {
      if (!equivalence->pairs[k][k].neverTrue()) {
        value.members[k] = stable ? Kept::alike() : Kept::anything();
      }
    }
  }
  return value;
}

/// A class may be left out with all of its events.
DeletionValue DeletionDomain::fold(const Site&, const DeletionValue& classesOf,
                                   const DeletionValue& body) const {
  if (!isStable(classesOf)) {
    return filled(Kept::anything());
  }
  DeletionValue value = body;
  forEachCell(value, [](Kept kept) {
    return (mayBeWhole(kept) ? kept.orElse(Kept::only(kWhole)) : kept).ofSeveral();
  });
  value.shape = contained(body.shape);
  return value;
}

DeletionValue DeletionDomain::choice(const Site&, const Choice&, const DeletionValue& set,
                                     const DeletionValue& order, const DeletionValue* within) const {
  if (unkeptPart(set, order, within) != ChoicePart::None) {
    return filled(Kept::anything());
  }
  DeletionValue value;
  for (std::size_t a = 0; a < kKinds; ++a) {
    for (std::size_t b = 0; b < kKinds; ++b) {
      value.pairs[a][b] = set.members[a] & set.members[b] & Kept::alike();
    }
  }
  value.shape.transitive = true;
  return value;
}

ChoicePart unkeptPart(const DeletionValue& set, const DeletionValue& order, const DeletionValue* within) {
  for (std::size_t a = 0; a < kKinds; ++a) {
    if (!gainsNothing(set.members[a])) {
      return ChoicePart::Set;
    }
    for (std::size_t b = 0; b < kKinds; ++b) {
      const bool both = !set.members[a].neverTrue() && !set.members[b].neverTrue();
      if (both && !gainsNothing(order.pairs[a][b])) {
        return ChoicePart::Order;
      }
      if (both && within != nullptr && !within->pairs[a][b].isAlike()) {
        return ChoicePart::Within;
      }
    }
  }
  return ChoicePart::None;
}

bool isStable(const DeletionValue& value) {
  return std::ranges::all_of(value.members, &Kept::isAlike) &&
         std::ranges::all_of(value.pairs,
                             [](const auto& row) { return std::ranges::all_of(row, &Kept::isAlike); });
}

}  // namespace hrfcheck::cat
