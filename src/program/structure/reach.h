#pragma once

#include <vector>

#include "program/structure/event_structure.h"

namespace hrfcheck::inline program {

/// Whether runs that repeat a round of a spin loop for ever are looked at.
enum class SpinningRuns { Included, LeftOut };

/// What of a thread's events is certain or possible from a node on; seen from the code alone, without values
/// that reads might return.
class Reach {
 public:
  explicit Reach(const EventStructure& structure, SpinningRuns spinning = SpinningRuns::Included);

  /// Events that every run of the thread from the node on has, however it ends (but Spinning, where such runs
  /// are left out). Only events of this node and later ones.
  const EventSet& certainFrom(ThreadId t, NodeId n) const;
  /// Events of this thread that may still happen once it is at the node, this node's included.
  const EventSet& possibleFrom(ThreadId t, NodeId n) const;
  /// Whether some instruction may fault, as far as the values that registers may hold show.
  bool mayFault() const { return mayFault_; }

 private:
  struct OfThread {
    std::vector<EventSet> certain;   ///< by node
    std::vector<EventSet> possible;  ///< by node
  };
  std::vector<OfThread> threads_;
  EventSet none_;
  bool mayFault_ = false;
};

}  // namespace hrfcheck::inline program
