#pragma once

#include "machine/cost/cost.h"
#include "machine/cost/cost_graph.h"
#include "relation/components.h"

namespace hrfcheck::inline machine {

/// The minimum and the maximum that paths of a graph add up to, and how the sums are distributed.
///
/// The minimum is that of a shortest path (Dijkstra), the maximum that of a longest path over the components
/// of the graph; it is unbounded where a path goes through a component one of whose steps adds something, as
/// that can be repeated. Shares are those of a walk that takes each step of a state with the same
/// probability; they are known where the graph has no cycles.
class PathCosts {
 public:
  /// @param graph complete; must outlive it
  /// @param deadline checked between counters
  PathCosts(const CostGraph& graph, const Deadline& deadline);

  bool acyclic() const { return acyclic_; }
  /// All final states, and each of them: CostReport::all, outcomes, unfinished, sharesKnown.
  /// @throws OutOfTime
  void fill(CostReport& report) const;

 private:
  std::uint64_t weight(std::size_t edge, std::size_t counter) const {
    return graph_->table[graph_->costs[edge]][counter];
  }
  std::vector<std::uint64_t> least(std::size_t counter) const;
  std::vector<std::uint64_t> most(std::size_t counter) const;
  /// By outcome (the last: all): the probability of each sum.
  std::vector<std::vector<double>> distribution(std::size_t counter) const;
  void spread(std::uint32_t state, std::vector<std::vector<double>>& mass, std::size_t counter) const;
  void range(CostOfOutcome& of, std::size_t counter, std::uint64_t least, std::uint64_t most) const;

  const CostGraph* graph_;
  Deadline deadline_;
  Components components_;
  bool acyclic_ = true;
};

}  // namespace hrfcheck::inline machine
