#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "relation/components.h"
#include "termination/system/lts.h"

namespace hrfcheck::inline termination {

/// Shortest ways inside one component.
class ComponentWalks {
 public:
  /// Both must outlive this.
  ComponentWalks(const Lts& lts, const Components& components);

  using WantsEdge = std::function<bool(StateId from, const LtsEdge& edge)>;
  /// A shortest way from a state to the end of an edge that is wanted, all inside the state's component;
  /// nothing when there is none. At least one step.
  std::optional<std::vector<LtsEdge>> toEdge(StateId from, const WantsEdge& wanted);
  std::optional<std::vector<LtsEdge>> toState(StateId from, StateId to);
  /// Edges looked at so far.
  std::size_t effort() const { return effort_; }

 private:
  std::vector<LtsEdge> wayTo(StateId start, StateId last, LtsEdge edge) const;

  const Lts* lts_;
  const Components* components_;
  struct Visit {
    std::uint32_t search = 0;
    StateId from = 0;
    LtsEdge edge = {};
  };
  std::vector<Visit> visits_;  ///< by state
  std::uint32_t searches_ = 0;
  std::size_t effort_ = 0;
};

/// The schedule by which the exploration found a state: the edges from the start.
std::vector<LtsEdge> scheduleTo(const Lts& lts, StateId s);

}  // namespace hrfcheck::inline termination
