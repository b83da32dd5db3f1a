#pragma once

#include <optional>
#include <vector>

#include "cat/interpret/domain.h"
#include "cat/licence/twins_value.h"

namespace hrfcheck::cat {

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
  Value universe(const Site& at, CatType type) const;
  Value identity(const Site& at) const;

  Value plus(const Site& at, const Value& operand) const;
  Value star(const Site& at, const Value& operand) const;
  Value optional(const Site& at, const Value& operand) const;
  Value inverse(const Site& at, const Value& operand) const;
  Value complement(const Site& at, const Value& operand) const;
  Value bracket(const Site& at, const Value& operand) const;
  Value domain(const Site& at, const Value& operand) const;

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

/// Which part of a choice stands in the way.
bool twinsKeep(const TwinsValue& set, const TwinsValue& order, const TwinsValue* within);

}  // namespace hrfcheck::cat
