// Transition fairness.
//
// A schedule is fair in the strong sense of OOPSLA 2021 when for every state v that it meets infinitely often
// and every agent t in F_S(v) the step of t from v is taken infinitely often: each of them, where t chooses
// between several. (This is about transitions. Of
// agents, strong fairness would say no more than weak fairness does: nobody is switched off by others.)
//
// The states that a fair infinite schedule meets infinitely often form a region that is strongly connected
// by steps inside, has at least one, and is closed under owed steps; and in such a region a walk that takes
// all edges again and again is fair. Such regions are found by trimming: take the components of what is
// left, drop those without an edge, and of the others the states with an owed step that leaves the component;
// until a component loses nothing (then it is a region) or nothing is left. What is dropped can be part of no
// region, since a region lies in one component and is closed.
//
// The schedule shown need not go through the whole region. A smaller region inside is a bottom component of
// the steps that are owed, if one has an edge. From its first state, the walk goes by the shortest hop to a
// state with an owed step that has not been taken, takes it, and so on, and back.

#include "termination/hangs/strong.h"

#include <algorithm>
#include <set>

#include "termination/hangs/component_walk.h"
#include "termination/hangs/lasso.h"
#include "util/invariant.h"

namespace hrfcheck::inline termination {
namespace {

/// Edges that are kept; Adjacency only looks at them.
struct Edges {
  std::vector<std::size_t> first{0};
  std::vector<StateId> targets;
};

/// The steps that a scheduler owes.
class OwedSteps {
 public:
  OwedSteps(const Lts& lts, const FairSets& fair) : lts_(lts), fair_(fair) {}

  /// All edges of an agent to whom a step is owed.
  std::vector<LtsEdge> owedIn(StateId s) const {
    const AgentMask owed = fair_.agentsIn(fair_.owed(lts_, s));
    std::vector<LtsEdge> edges = lts_.edgesFrom(s);
    std::erase_if(edges, [&](const LtsEdge& edge) { return (owed >> edge.agent & 1U) == 0; });
    return edges;
  }

  /// By state of a region; other states have none.
  Edges inside(const Components& components, std::uint32_t region) const {
    Edges edges;
    for (StateId s = 0; s < lts_.states(); ++s) {
      if (components.of(s) == region) {
        std::ranges::transform(owedIn(s), std::back_inserter(edges.targets), &LtsEdge::to);
      }
      edges.first.push_back(edges.targets.size());
    }
    return edges;
  }

 private:
  const Lts& lts_;
  const FairSets& fair_;
};

bool hasEdgeInside(const Adjacency& graph, const Components& components, std::uint32_t component) {
  return std::ranges::any_of(components.nodes(component), [&](StateId s) {
    return std::ranges::any_of(graph.from(s), [&](StateId to) { return components.of(to) == component; });
  });
}

class Trimming {
 public:
  Trimming(const Lts& lts, const FairSets& fair) : lts_(lts), steps_(lts, fair), left_(lts.states(), true) {}

  /// The region met first, as what is left of the LTS around it, and its number there.
  std::optional<std::pair<Components, std::uint32_t>> region(const Deadline& deadline) {
    while (!deadline.expired()) {
      Components components(lts_.adjacency(), left_);
      if (const auto closed = trim(components)) {
        return std::pair(std::move(components), *closed);
      }
      if (!trimmed_) {
        return std::nullopt;
      }
    }
    complete_ = false;
    return std::nullopt;
  }
  bool complete() const { return complete_; }

 private:
  std::optional<std::uint32_t> trim(const Components& components) {
    trimmed_ = false;
    std::optional<std::uint32_t> first;
    for (std::uint32_t component = 0; component < components.size(); ++component) {
      const auto states = components.nodes(component);
      const bool closed = dropFrom(components, component);
      if (closed && (!first || states.front() < components.nodes(*first).front())) {
        first = component;
      }
    }
    return first;
  }

  /// Whether the component lost nothing.
  bool dropFrom(const Components& components, std::uint32_t component) {
    const bool cyclic = hasEdgeInside(lts_.adjacency(), components, component);
    bool closed = true;
    for (const StateId s : components.nodes(component)) {
      if (!cyclic || leaves(components, s)) {
        left_[s] = false;
        trimmed_ = true;
        closed = false;
      }
    }
    return closed;
  }

  bool leaves(const Components& components, StateId s) const {
    return std::ranges::any_of(
        steps_.owedIn(s), [&](const LtsEdge& edge) { return components.of(edge.to) != components.of(s); });
  }

  const Lts& lts_;
  OwedSteps steps_;
  std::vector<bool> left_;
  bool trimmed_ = false;
  bool complete_ = true;
};

/// The loop through a state that takes every owed step of every state it meets.
std::vector<LtsEdge> closedWalk(const Lts& lts, const Components& within, StateId start,
                                const OwedSteps& steps) {
  ComponentWalks walks(lts, within);
  std::vector<LtsEdge> loop;
  std::set<StateId> met;
  std::set<std::pair<StateId, LtsEdge>> missing;
  StateId at = start;
  const auto meet = [&](StateId s) {
    if (met.insert(s).second) {
      for (const LtsEdge& edge : steps.owedIn(s)) {
        missing.emplace(s, edge);
      }
    }
  };
  const auto go = [&](const std::optional<std::vector<LtsEdge>>& way) {
    INVARIANT(way.has_value(), "a region is strongly connected");
    for (const LtsEdge& edge : *way) {
      missing.erase({at, edge});
      loop.push_back(edge);
      at = edge.to;
      meet(at);
    }
  };
  meet(start);
  while (!missing.empty()) {
    go(walks.toEdge(at, [&](StateId from, const LtsEdge& edge) { return missing.contains({from, edge}); }));
    if (missing.empty() && at != start) {
      go(walks.toState(at, start));  // may meet states that owe more
    }
  }
  if (loop.empty()) {
    go(walks.toState(at, start));
  }
  return loop;
}

/// A state in a bottom component, with an edge, of the owed steps inside a region.
std::optional<StateId> smallerStart(const Adjacency& owed, const Components& inner,
                                    std::span<const StateId> region) {
  const auto staysInside = [&](StateId s) {
    return std::ranges::all_of(owed.from(s), [&](StateId to) { return inner.of(to) == inner.of(s); });
  };
  for (const StateId s : region) {
    if (!owed.from(s).empty() && std::ranges::all_of(inner.nodes(inner.of(s)), staysInside)) {
      return s;
    }
  }
  return std::nullopt;
}

}  // namespace

StrongAnswer strongHang(const Lts& lts, const Hangs& hangs, const FairSets& fair, const Deadline& deadline) {
  Trimming trimming(lts, fair);
  const auto found = trimming.region(deadline);
  if (!found) {
    return {std::nullopt, trimming.complete()};
  }
  const auto& [components, region] = *found;
  const auto states = components.nodes(region);
  Lasso lasso;
  const OwedSteps steps(lts, fair);
  const Edges edges = steps.inside(components, region);
  const Adjacency owed{edges.first, edges.targets};
  const Components inner(owed);
  const std::optional<StateId> start = smallerStart(owed, inner, states);
  const StateId head = start.value_or(states.front());
  lasso.stem = stepsOf(lts, 0, scheduleTo(lts, head));
  lasso.loop = stepsOf(lts, head, closedWalk(lts, start ? inner : components, head, steps));
  describeAgents(lts, fair, lasso);
  lasso.kind = !hangs.reachesEnd(head) ? HangKind::DeadRegion
               : lasso.starved.empty() ? HangKind::Livelock
                                       : HangKind::Starvation;
  return {std::move(lasso)};
}

}  // namespace hrfcheck::inline termination
