#pragma once

#include <map>
#include <vector>

#include "execution/evaluate.h"

namespace hrfcheck::inline execution {

/// What the definitions of a model relate at most, and at least, in the executions of a test, as far as the
/// test tells before anything is chosen: a pair in `must` is related in every execution in which its events
/// happen, and one that is not in `may` in none. No pair of `must` is due to a third event, initial writes
/// aside. Made for a few definitions: what they need is computed when it is asked for.
class PairBounds {
 public:
  struct Bounds {
    CatValue may, must;
  };

  /// Both must outlive the bounds.
  /// @throws OutOfTime from every function, when the deadline has expired
  PairBounds(const Model& model, const Skeleton& skeleton, const Deadline& deadline = {});

  const Bounds& of(CatNodeId node);

 private:
  Bounds compute(CatNodeId node);
  Bounds tag(const TagNode& node) const;
  Bounds base(const BaseNode& node) const;
  Bounds unary(const UnaryNode& node);
  Bounds binary(const BinaryNode& node);
  Relation certainSequence(const Relation& left, const Relation& right) const;
  Bounds bothOf(CatValue value) const { return {value, value}; }
  Bounds atMost(CatValue may) const;
  CatValue nothing(CatType type) const;
  CatValue everything(CatType type) const;
  Relation mayMeet(bool (*from)(const Event&), bool (*to)(const Event&)) const;
  Bounds locations() const;

  const Model& model_;
  const Skeleton& skeleton_;
  const Deadline& deadline_;
  EventSet all_;
  EventSet initial_;
  std::map<CatNodeId, Bounds> known_;
};

}  // namespace hrfcheck::inline execution
