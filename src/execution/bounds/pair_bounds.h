#pragma once

#include <map>
#include <vector>

#include "execution/evaluate/cat_operators.h"

namespace hrfcheck::inline execution {

/// What is known of events besides, in the executions that are looked at.
struct EventFacts {
  EventSet failing;                     ///< reads of compare-and-swaps that fail
  std::map<EventId, EventSet> sources;  ///< by read: the writes that it may read from
};

/// What the definitions of a model relate at most, and at least, in the executions of a test, as far as the
/// test tells before anything is chosen: a pair in `must` is related in every execution in which its events
/// happen, and one that is not in `may` in none. No pair of `must` is due to a third event, initial writes
/// aside. Made for a few definitions: what they need is computed when it is asked for.
class PairBounds {
 public:
  using Bounds = CatBounds;

  /// All must outlive the bounds.
  /// @param facts null for none
  /// @throws OutOfTime from every function, when the deadline has expired
  PairBounds(const Model& model, const EventStructure& structure, const Deadline& deadline = {},
             const EventFacts* facts = nullptr);

  const Bounds& of(CatNodeId node);

  // What operators make of bounds (cat/interpret/meaning.h).
  Bounds plus(const Bounds& r) const;
  Bounds optional(const Bounds& r) const { return applied(CatUnary::Optional, r, all_, all_); }
  Bounds inverse(const Bounds& r) const { return applied(CatUnary::Inverse, r, all_, all_); }
  Bounds complement(const Bounds& a) const { return applied(CatUnary::Complement, a, all_, all_); }
  Bounds bracket(const Bounds& s) const { return applied(CatUnary::Bracket, s, all_, all_); }
  Bounds domain(const Bounds& r) const;
  Bounds unite(const Bounds& a, const Bounds& b) const { return combined(CatBinary::Union, a, b); }
  Bounds intersect(const Bounds& a, const Bounds& b) const { return combined(CatBinary::Intersection, a, b); }
  Bounds subtract(const Bounds& a, const Bounds& b) const { return combined(CatBinary::Difference, a, b); }
  Bounds sequence(const Bounds& r, const Bounds& s) const;
  Bounds product(const Bounds& s, const Bounds& t) const { return combined(CatBinary::Product, s, t); }

 private:
  Bounds compute(CatNodeId node);
  Bounds tag(const TagNode& node) const;
  Bounds base(const BaseNode& node) const;
  Relation readsFrom() const;
  Relation certainSequence(const Relation& left, const Relation& right) const;
  Bounds bothOf(CatValue value) const { return {value, value}; }
  Bounds atMost(CatValue may) const;
  Relation mayMeet(bool (*from)(const Event&), bool (*to)(const Event&)) const;
  Bounds locations() const;

  const Model& model_;
  const EventStructure& structure_;
  const Deadline& deadline_;
  const EventFacts* facts_;
  EventSet all_;
  EventSet initial_;
  std::map<CatNodeId, Bounds> known_;
};

}  // namespace hrfcheck::inline execution
