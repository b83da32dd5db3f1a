#include "cat/licence/twins_domain.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

namespace hrfcheck::cat {
namespace {

/// The definitions that a union unites, and the unions among them.
void addParts(const Model& model, CatNodeId id, std::vector<CatNodeId>& leaves, std::set<CatNodeId>& all) {
  all.insert(id);
  if (const BinaryNode* either = model.nodes[id].as(CatBinary::Union)) {
    addParts(model, either->left, leaves, all);
    addParts(model, either->right, leaves, all);
  } else {
    leaves.push_back(id);
  }
}

/// `rf^-1 ; rf`: every read reads from some write, and r1 and r2 from one.
bool isReadingTheSame(const Model& model, CatNodeId id) {
  const BinaryNode* sequence = model.nodes[id].as(CatBinary::Sequence);
  const UnaryNode* left = sequence == nullptr ? nullptr : model.nodes[sequence->left].as(CatUnary::Inverse);
  return left != nullptr && model.nodes[left->operand].isBase(BaseRelation::Rf) &&
         model.nodes[sequence->right].isBase(BaseRelation::Rf);
}

OfRead readsIf(Membership membership) {
  switch (membership) {
    case Membership::None:
      return {};
    case Membership::Some:
      return OfRead::alike();
    case Membership::All:
      return OfRead::allTrue();
  }
  return OfRead::anything();
}

OfThird thirdIf(Membership membership) {
  switch (membership) {
    case Membership::None:
      return {};
    case Membership::Some:
      return OfThird::alike();
    case Membership::All:
      return OfThird::allTrue();
  }
  return OfThird::anything();
}

constexpr std::size_t kReadKind = indexOf(KindOfEvent::Read);

/// What a base relation says of r1 and r2 by themselves.
OfReads amongReads(const BaseNode& base, bool relatesReads) {
  if (base.is(static_relation::Po)) {
    return OfReads::only(kFirstToSecond);
  }
  if (base.is(BaseRelation::Ctrl)) {
    return OfReads().orElse(OfReads::only(kFirstToSecond));
  }
  if (base.is(BaseRelation::Addr) || base.is(BaseRelation::Data) || base.is("casdep")) {
    return {};
  }
  if (base.is(static_relation::SameInstruction)) {
    return OfReads::only(kWithThemselves);
  }
  if (base.is(BaseRelation::Loc) || base.is(static_relation::Int) ||
      base.is(static_relation::SameReference)) {
    return OfReads::allTrue();
  }
  return relatesReads ? OfReads::alike() : OfReads();
}

}  // namespace

TwinsValue TwinsDomain::tag(const Site&, const TagNode& tag) const {
  TwinsValue value;
  const ByKind<Membership> members = membersOf(tag);
  for (std::size_t k = 0; k < kKinds; ++k) {
    value.thirdMembers[k] = thirdIf(members[k]);
  }
  value.readMembers = readsIf(members[kReadKind]);
  return value;
}

/// r1 and r2 are halves of no read-modify-write. Of dependencies: what depends on a register that a round has
/// written depends on the last round; a branch that an earlier read decides may be met for the first time
/// between r1 and r2.
TwinsValue TwinsDomain::base(const Site&, const BaseNode& base) const {
  const BaseFacts facts = factsOf(base);
  const bool update = base.is(static_relation::Rmw) || base.is(static_relation::SameInstruction);
  const bool byRegister = base.is(BaseRelation::Addr) || base.is(BaseRelation::Data) || base.is("casdep");
  const OfRead into = base.is(BaseRelation::Ctrl)
                          ? OfRead::alike().orElse(OfRead::only(vectorOf(false, false, true)))
                          : OfRead::alike();
  const OfRead from =
      byRegister ? OfRead::alike().orElse(OfRead::only(vectorOf(true, false, true))) : OfRead::alike();
  TwinsValue value;
  for (std::size_t a = 0; a < kKinds; ++a) {
    for (std::size_t b = 0; b < kKinds; ++b) {
      value.third[a][b] = facts.relates[a][b] ? OfThird::alike() : OfThird();
    }
    value.into[a] = facts.relates[a][kReadKind] && !update ? into : OfRead();
    value.from[a] = facts.relates[kReadKind][a] && !update ? from : OfRead();
  }
  value.reads = amongReads(base, facts.relates[kReadKind][kReadKind]);
  value.transitive = facts.transitive;
  return value;
}

TwinsValue TwinsDomain::nothing(CatType) const {
  TwinsValue value;
  value.transitive = true;
  return value;
}

TwinsValue TwinsDomain::universe(const Site&, CatType) const {
  TwinsValue value = changed(TwinsValue(), [](auto part) { return decltype(part)::allTrue(); });
  value.transitive = true;
  return value;
}

TwinsValue TwinsDomain::identity(const Site&) const {
  return identityOfTwins();
}

TwinsValue TwinsDomain::plus(const Site&, const TwinsValue& operand) const {
  if (operand.transitive) {
    return operand;
  }
  const TwinsValue closure = reflexiveClosure(operand);
  TwinsValue value = partwise(composed(operand, closure), composed(closure, operand),
                              [](auto x, auto y) { return x.also(y); });
  value.transitive = true;
  closeOver(value);
  return value;
}

TwinsValue TwinsDomain::star(const Site&, const TwinsValue& operand) const {
  return reflexiveClosure(operand);
}

TwinsValue TwinsDomain::optional(const Site&, const TwinsValue& operand) const {
  TwinsValue value = eitherOf(identityOfTwins(), operand);
  value.transitive = operand.transitive;
  return value;
}

TwinsValue TwinsDomain::inverse(const Site&, const TwinsValue& operand) const {
  return inverted(operand);
}

TwinsValue TwinsDomain::complement(const Site&, const TwinsValue& operand) const {
  return changed(operand, [](auto part) { return ~part; });
}

TwinsValue TwinsDomain::bracket(const Site&, const TwinsValue& operand) const {
  TwinsValue value;
  for (std::size_t k = 0; k < kKinds; ++k) {
    value.third[k][k] = operand.thirdMembers[k].orElse(OfThird());  // of different events of a kind: no
  }
  value.reads = operand.readMembers.made<5>(
      [](unsigned v) { return vectorOf(bit(v, 0), bit(v, 1), false, false, bit(v, 2)); });
  value.transitive = true;
  return value;
}

TwinsValue TwinsDomain::domain(const Site&, const TwinsValue& operand) const {
  TwinsValue value;
  OfRead reads;
  for (std::size_t a = 0; a < kKinds; ++a) {
    OfThird some;
    for (std::size_t b = 0; b < kKinds; ++b) {
      some = some.orElse(operand.third[a][b]);
    }
    value.thirdMembers[a] = some.ofSeveral() | throughReads(operand.into[a], OfRead::allTrue());
    reads = reads.orElse(operand.from[a]);
  }
  value.readMembers = reads.ofSeveral() | operand.reads.made<3>([](unsigned m) {
    return vectorOf(bit(m, 0), bit(m, 1) || bit(m, 2), bit(m, 3) || bit(m, 4));
  });
  return value;
}

TwinsValue TwinsDomain::unite(const Site& at, const TwinsValue& left, const TwinsValue& right) const {
  TwinsValue value = eitherOf(left, right);
  if (model_.nodes[at.node].as(CatBinary::Union) == nullptr) {
    return value;  // a part of what an operator of one operand means
  }
  std::vector<CatNodeId> leaves;
  std::set<CatNodeId> parts;
  addParts(model_, at.node, leaves, parts);
  parts.erase(at.node);
  std::optional<TwinsValue> factored;
  for (const CatNodeId leaf : leaves) {
    const BinaryNode* sequence = model_.nodes[leaf].as(CatBinary::Sequence);
    TwinsValue part = at.of(leaf);
    if (sequence != nullptr && parts.contains(sequence->left)) {
      part = composed(at.of(sequence->left), eitherOf(identityOfTwins(), at.of(sequence->right)));
    } else if (sequence != nullptr && parts.contains(sequence->right)) {
      part = composed(eitherOf(identityOfTwins(), at.of(sequence->left)), at.of(sequence->right));
    }
    factored = factored ? eitherOf(*factored, part) : part;
  }
  return partwise(value, *factored, [](auto x, auto y) { return x.also(y); });
}

TwinsValue TwinsDomain::intersect(const Site&, const TwinsValue& left, const TwinsValue& right) const {
  TwinsValue value = partwise(left, right, [](auto x, auto y) { return x & y; });
  value.transitive = left.transitive && right.transitive;
  return value;
}

TwinsValue TwinsDomain::subtract(const Site&, const TwinsValue& left, const TwinsValue& right) const {
  return partwise(left, right, [](auto x, auto y) { return x - y; });
}

TwinsValue TwinsDomain::sequence(const Site& at, const TwinsValue& left, const TwinsValue& right) const {
  TwinsValue value = composed(left, right);
  if (isReadingTheSame(model_, at.node)) {
    value.reads = OfReads::allTrue();
  }
  return value;
}

TwinsValue TwinsDomain::product(const Site&, const TwinsValue& left, const TwinsValue& right) const {
  TwinsValue value;
  for (std::size_t a = 0; a < kKinds; ++a) {
    value.into[a] = onToRead(left.thirdMembers[a], right.readMembers);
    value.from[a] = onToRead(right.thirdMembers[a], left.readMembers);
    for (std::size_t b = 0; b < kKinds; ++b) {
      value.third[a][b] = left.thirdMembers[a] & right.thirdMembers[b];
    }
  }
  value.reads = aroundThird(left.readMembers, right.readMembers);
  value.transitive = true;
  return value;
}

TwinsValue TwinsDomain::classVariable(const Site&, const std::vector<const TwinsValue*>& equivalences) const {
  if (!std::ranges::all_of(equivalences, [](const TwinsValue* v) { return isAlike(*v); })) {
    return anythingOfTwins();
  }
  TwinsValue value;
  for (std::size_t k = 0; k < kKinds; ++k) {
    value.thirdMembers[k] = OfThird::alike();
  }
  value.readMembers = OfRead::alike();
  return value;
}

TwinsValue TwinsDomain::fold(const Site&, const TwinsValue& classesOf, const TwinsValue& body) const {
  return isAlike(classesOf) ? changed(body, [](auto part) { return part.ofSeveral(); }) : anythingOfTwins();
}

OfReads TwinsDomain::inOneClass(const Site& at, CatNodeId order, std::optional<CatNodeId> within) const {
  if (order == within) {
    return OfReads::allTrue();
  }
  if (const BinaryNode* either = model_.nodes[order].as(CatBinary::Union)) {
    return inOneClass(at, either->left, within) | inOneClass(at, either->right, within);
  }
  if (const BinaryNode* both = model_.nodes[order].as(CatBinary::Intersection)) {
    return inOneClass(at, both->left, within) & inOneClass(at, both->right, within);
  }
  return at.of(order).reads;
}

TwinsValue TwinsDomain::choice(const Site& at, const Choice& choice, const TwinsValue& set,
                               const TwinsValue& order, const TwinsValue* within) const {
  if (!twinsKeep(set, order, within)) {
    return anythingOfTwins();
  }
  const std::optional<bool> known = inSet_[static_cast<std::size_t>(&choice - model_.choices.data())];
  const bool in = known.value_or(true) && !set.readMembers.neverTrue();
  const bool ordered = always(inOneClass(at, choice.order, choice.within), 2);
  const OfRead first = OfRead::alike();
  const OfRead into = first.orElse(OfRead::only(vectorOf(false, false, true)));
  const OfRead from = first.orElse(OfRead::only(vectorOf(true, true, false)));
  TwinsValue value;
  for (std::size_t a = 0; a < kKinds; ++a) {
    const bool possible = in && !set.thirdMembers[a].neverTrue();
    value.into[a] = !possible ? OfRead() : ordered ? into : into.orElse(from);
    value.from[a] = !possible ? OfRead() : ordered ? from : into.orElse(from);
    for (std::size_t b = 0; b < kKinds; ++b) {
      const bool both = !set.thirdMembers[a].neverTrue() && !set.thirdMembers[b].neverTrue();
      value.third[a][b] = both ? OfThird::alike() : OfThird();
    }
  }
  if (in) {
    // In one class, r1 is before r2. If it is not known that they are in one, nothing is known.
    const bool sure = known.has_value() && ordered;
    const bool oneClass = within == nullptr || always(within->reads, 2);
    value.reads = sure && oneClass ? OfReads::only(kFirstToSecond)
                  : ordered        ? OfReads().orElse(OfReads::only(kFirstToSecond))
                            : OfReads().orElse(OfReads::only(kFirstToSecond)).orElse(OfReads::only(8U));
  }
  value.transitive = true;
  return value;
}

bool TwinsDomain::widened(TwinsValue& old, const TwinsValue& next) const {
  return join(old, next);
}

bool twinsKeep(const TwinsValue& set, const TwinsValue& order, const TwinsValue* within) {
  const auto noMore = [](auto part) { return part.all([](unsigned v) { return !bit(v, 0) || bit(v, 1); }); };
  return std::ranges::all_of(set.thirdMembers, &OfThird::isAlike) && set.readMembers.isAlike() &&
         std::ranges::all_of(order.into, noMore) && std::ranges::all_of(order.from, noMore) &&
         noMore(order.reads) &&
         std::ranges::all_of(order.third,
                             [&](const auto& row) { return std::ranges::all_of(row, noMore); }) &&
         (within == nullptr || isAlike(*within));
}

}  // namespace hrfcheck::cat
