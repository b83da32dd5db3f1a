#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "relation/adjacency.h"
#include "termination/system/lts.h"
#include "termination/system/state_table.h"

namespace hrfcheck::inline termination {

/// States with histories (a state under interleaving, and who has executed) and their edges, as an
/// exploration breadth first finds them: each state once, and the edges of one state after those of the one
/// before it.
class HistoryGraph {
 public:
  explicit HistoryGraph(const Lts::Options& options);

  // How it is made: the start, then for each state that `stopsAt` lets be explored its edges and `endState`,
  // at last `finish`. A fault is a mistake of the test; empty where none is found.

  void start(StateId base, AgentMask executed);
  /// Whether the exploration ends before a state: `incomplete` says why from then on.
  bool stopsAt(StateId s, const std::string& fault);
  /// An edge of the state that is explored, by agent and choice.
  void addEdge(StateId from, AgentId agent, StateId base, AgentMask executed);
  void endState() { firstEdges_.push_back(targets_.size()); }
  /// Edges of a state that was not ended are forgotten; it and all behind it have none.
  void finish(const std::string& fault);

  std::size_t states() const { return table_.size(); }
  std::size_t edges() const { return targets_.size(); }
  const std::string& incomplete() const { return incomplete_; }
  Adjacency adjacency() const { return {firstEdges_, targets_}; }
  /// Its edges are there.
  bool expanded(StateId s) const { return s < expanded_; }

  StateId base(StateId s) const { return table_.row(s)[0]; }
  AgentMask executed(StateId s) const;
  /// On a shortest way from state 0.
  StateId parent(StateId s) const { return parents_[s]; }
  /// Whose the edges of a state are.
  std::span<const std::uint8_t> actors(StateId s) const {
    return std::span(actors_).subspan(firstEdges_[s], firstEdges_[s + 1] - firstEdges_[s]);
  }
  /// By agent and choice; none where it is not expanded.
  std::vector<LtsEdge> edgesFrom(StateId s) const;

 private:
  std::pair<StateId, bool> add(StateId base, AgentMask executed);

  Lts::Options options_;
  StateTable table_;  ///< the state under interleaving, and who has executed
  std::vector<std::size_t> firstEdges_{0};
  std::vector<StateId> targets_;
  std::vector<std::uint8_t> actors_;  ///< by edge
  std::vector<StateId> parents_;
  StateId expanded_ = 0;  ///< so many states have their edges
  std::string incomplete_;
};

}  // namespace hrfcheck::inline termination
