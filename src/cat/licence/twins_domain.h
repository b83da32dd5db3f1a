#pragma once

#include <optional>
#include <vector>

#include "cat/interpret/domain.h"
#include "cat/licence/event_kinds.h"
#include "cat/licence/possible.h"

namespace hrfcheck::cat {

/// Two executions, which are the same but for two reads of one, r1 and r2, and one read of the other, r. r1
/// and r2 are of one instruction, r2 directly follows r1 in its thread, they read the same write, and nothing
/// depends on which of them it was. r stands for both of them. Truth values of the two executions, by the
/// bits of vectors:
///
///   a pair (or member) of third events, which are in both:  0 in the execution with r, 1 in the one with r1
///   and r2 a third event with a read (or a read as a member):      0 with r, 1 with r1, 2 with r2 two of the
///   reads: 0 (r, r), 1 (r1, r1), 2 (r1, r2), 3 (r2, r1), 4 (r2, r2)
using OfThird = Possible<2>;
using OfRead = Possible<3>;
using OfReads = Possible<5>;

/// What is known of a definition in the two executions.
struct TwinsValue {
  // Of a relation
  ByKinds<OfThird> third{};
  ByKind<OfRead> into{};  ///< from a third event to a read
  ByKind<OfRead> from{};
  OfReads reads;
  bool transitive = false;
  // Of a set
  ByKind<OfThird> thirdMembers{};
  OfRead readMembers;

  friend bool operator==(const TwinsValue&, const TwinsValue&) = default;
};

/// Definitions of a model where two reads become one.
class TwinsDomain {
 public:
  using Value = TwinsValue;
  using Site = CatSite<Value>;

  /// @param inSet whether the reads are in the set of a choice, where that is known, by choice
  TwinsDomain(const Model& model, std::vector<std::optional<bool>> inSet)
      : model_(model), inSet_(std::move(inSet)) {}

  Value tag(const Site& at, const TagNode& tag) const;
  Value base(const Site& at, const BaseNode& base) const;
  Value empty(const Site& at, CatType type) const;
  Value universe(const Site& at, CatType type) const;
  Value identity(const Site& at) const;

  Value plus(const Site& at, const Value& operand) const;
  Value star(const Site& at, const Value& operand) const;
  Value optional(const Site& at, const Value& operand) const;
  Value inverse(const Site& at, const Value& operand) const;
  Value complement(const Site& at, const Value& operand) const;
  Value bracket(const Site& at, const Value& operand) const;
  Value domain(const Site& at, const Value& operand) const;
  Value range(const Site& at, const Value& operand) const;

  /// `a | (a ; b)` is `a ; (id | b)`, whose two parts are not looked at one without the other.
  Value unite(const Site& at, const Value& left, const Value& right) const;
  Value intersect(const Site& at, const Value& left, const Value& right) const;
  Value subtract(const Site& at, const Value& left, const Value& right) const;
  Value sequence(const Site& at, const Value& left, const Value& right) const;
  Value product(const Site& at, const Value& left, const Value& right) const;

  Value classVariable(const Site& at, const std::vector<const Value*>& equivalences) const;
  Value fold(const Site& at, const Value& classesOf, const Value& body) const;
  /// The chosen order without r2 is an order that the execution with r may choose, where the set and the
  /// classes are the same, and nothing more must be ordered. If r1 must come before r2, it does.
  Value choice(const Site& at, const Choice& choice, const Value& set, const Value& order,
               const Value* within) const;

  Value nothing(CatType type) const;
  bool widened(Value& old, const Value& next) const;

 private:
  /// What r1 and r2 are to an order, where they are in one class of a relation.
  OfReads inOneClass(const Site& at, CatNodeId order, std::optional<CatNodeId> within) const;

  const Model& model_;
  std::vector<std::optional<bool>> inSet_;
};
static_assert(CatDomain<TwinsDomain>);

/// The execution with r, and the one with r1 and r2, agree on everything, and r1 and r2 are alike.
bool isAlike(const TwinsValue& value);

/// Which part of a choice stands in the way.
bool twinsKeep(const TwinsValue& set, const TwinsValue& order, const TwinsValue* within);

}  // namespace hrfcheck::cat
