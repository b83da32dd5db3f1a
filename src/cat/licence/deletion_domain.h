#pragma once

#include <vector>

#include "cat/interpret/domain.h"
#include "cat/licence/event_kinds.h"
#include "cat/licence/possible.h"

namespace hrfcheck::cat {

/// Whether a pair, or an event, of those that stay is a member in the execution from which events were left
/// out (bit 0), and in the whole one (bit 1).
using Kept = Possible<2>;
inline constexpr unsigned kWhole = 2U;

/// What is known of a relation in every execution.
struct RelationShape {
  bool transitive = false;
  bool inIdentity = false;        ///< it relates events to themselves only
  bool inOneInstruction = false;  ///< or to the other half of a read-modify-write
  bool inReadsFrom = false;       ///< it relates writes to reads that read from them
  bool inSources = false;         ///< or reads to the writes that they read from

  friend bool operator==(const RelationShape&, const RelationShape&) = default;
};

/// What leaving events out does to a definition.
struct DeletionValue {
  ByKinds<Kept> pairs{};   ///< of a relation
  ByKind<Kept> members{};  ///< of a set
  RelationShape shape;

  friend bool operator==(const DeletionValue&, const DeletionValue&) = default;
};

/// Definitions of a model under *deletion*: some instructions of an execution are left out, each with all of
/// its events; no read that stays reads from a write that is left out. Members among the events that stay are
/// the same, fewer or more. Base relations are the same, but for control dependencies, which may have come
/// about through a branch of what is left out; a composition is lost where its middle is left out, and so are
/// members of domains, ranges and closures; complements and the right operands of differences turn fewer into
/// more.
class DeletionDomain {
 public:
  using Value = DeletionValue;
  using Site = CatSite<Value>;

  /// @param deletable kinds of the events that may be left out
  explicit DeletionDomain(const ByKind<bool>& deletable) : deletable_(deletable) {}

  Value tag(const Site& at, const TagNode& tag) const;
  Value base(const Site& at, const BaseNode& base) const;
  Value universe(const Site& at, CatType type) const;
  Value identity(const Site& at) const;

  Value plus(const Site& at, const Value& operand) const;
  Value optional(const Site& at, const Value& operand) const;
  Value inverse(const Site& at, const Value& operand) const;
  Value complement(const Site& at, const Value& operand) const;
  Value bracket(const Site& at, const Value& operand) const;
  Value domain(const Site& at, const Value& operand) const;

  Value unite(const Site& at, const Value& left, const Value& right) const;
  Value intersect(const Site& at, const Value& left, const Value& right) const;
  Value subtract(const Site& at, const Value& left, const Value& right) const;
  Value sequence(const Site& at, const Value& left, const Value& right) const;
  Value product(const Site& at, const Value& left, const Value& right) const;

  Value classVariable(const Site& at, const std::vector<const Value*>& equivalences) const;
  Value fold(const Site& at, const Value& classesOf, const Value& body) const;
  /// The order that is left of the chosen one when events are left out: a choice of its own where the set and
  /// the classes are the same, and nothing more must be ordered.
  Value choice(const Site& at, const Choice& choice, const Value& set, const Value& order,
               const Value* within) const;

  Value nothing(CatType type) const;
  bool widened(Value& old, const Value& next) const;

  const ByKind<bool>& deletable() const { return deletable_; }

 private:
  Value identity() const;
  Value closure(const Value& operand) const;
  Value joined(const Value& a, const Value& b) const;
  Value through(const Value& left, const Value& right) const;
  Kept memberOf(const ByKind<Kept>& partners, bool partnerStays) const;

  ByKind<bool> deletable_;
};
static_assert(CatDomain<DeletionDomain>);

/// Which part of a choice stands in the way of what is left of a chosen order being a choice of its own.
enum class ChoicePart : std::uint8_t { None, Set, Order, Within };
ChoicePart unkeptPart(const DeletionValue& set, const DeletionValue& order, const DeletionValue* within);

/// Nothing is gained nor lost.
bool isStable(const DeletionValue& value);

}  // namespace hrfcheck::cat
