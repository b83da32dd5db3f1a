#pragma once

#include <vector>

#include "program/skeleton.h"

namespace hrfcheck {

/// What of a thread's events is certain or possible from a node on; seen from the code alone, without values
/// that reads might return.
class Reach {
 public:
  explicit Reach(const Skeleton& skeleton);

  /// Events that every run of the thread from the node on has, however it ends (but Spinning: such runs are
  /// in no candidate). Only events of this node and later ones.
  const EventSet& certainFrom(ThreadId t, NodeId n) const;
  /// Events of this thread that may still happen once it is at the node, this node's included.
  const EventSet& possibleFrom(ThreadId t, NodeId n) const;

 private:
  struct OfThread {
    std::vector<EventSet> certain;   ///< by node
    std::vector<EventSet> possible;  ///< by node
  };
  std::vector<OfThread> threads_;
  EventSet none_;
};

}  // namespace hrfcheck
