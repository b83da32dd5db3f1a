// Schedules that show a hang: a stem into a component and a loop in it (hangs.h says which component).
//
// The loop must be allowed by itself: an agent that is in the fair set in every state of the loop must run in
// it. From a start state go, by the shortest hop inside the component, to the nearest edge that pays what is
// still owed: one by which a missing agent runs, or which leads to a state in whose fair set it is not. Each
// hop takes at least one agent off the list, and there always is such an edge, since the component as a whole
// is allowed. Then go back to where the loop began. The stem is the way by which the exploration, breadth
// first, found the start state. The shortest of what up to 200 start states give is shown; that is not the
// shortest of all, which would be a harder question than whether there is one.
//
// In a livelock everybody who can go on runs: the loop is made to show that also where the scheduler would
// put up with less.

#include "termination/hangs/lasso.h"

#include <algorithm>
#include <bit>

#include "termination/hangs/component_walk.h"
#include "util/invariant.h"

namespace hrfcheck::inline termination {
namespace {

constexpr std::size_t kMostStarts = 200;
/// Edges looked at before a loop that is there is good enough.
constexpr std::size_t kEnoughEffort = 1'000'000;

class LoopFinder {
 public:
  LoopFinder(const Lts& lts, const Hangs& hangs, const FairSets& fair, AgentMask allOf)
      : lts_(lts), fair_(fair), allOf_(allOf), walks_(lts, hangs.components()) {}

  /// A loop through a state.
  std::vector<LtsEdge> from(StateId start) {
    std::vector<LtsEdge> loop;
    Owed always = fair_.owed(lts_, start);
    AgentMask ran = 0;
    StateId at = start;
    const auto go = [&](const std::optional<std::vector<LtsEdge>>& way) {
      INVARIANT(way.has_value(), "a component that is allowed has what its loop needs");
      for (const LtsEdge& edge : *way) {
        loop.push_back(edge);
        ran |= bitOf(edge.agent);
        always &= fair_.owed(lts_, edge.to);
        at = edge.to;
      }
    };
    while (true) {
      const Owed owed = always & ~fair_.fulfilledBy(ran);
      const AgentMask missing = (allOf_ & ~ran) | fair_.agentsFor(owed);
      if (owed.none() && missing == 0) {
        break;
      }
      go(walks_.toEdge(at, [&](StateId, const LtsEdge& edge) {
        return (missing & bitOf(edge.agent)) != 0 || (owed & ~fair_.owed(lts_, edge.to)).any();
      }));
    }
    if (loop.empty() || at != start) {
      go(walks_.toState(at, start));
    }
    return loop;
  }

  std::size_t effort() const { return walks_.effort(); }

 private:
  const Lts& lts_;
  const FairSets& fair_;
  AgentMask allOf_;
  ComponentWalks walks_;
};

}  // namespace

std::vector<AgentId> agentsOf(AgentMask mask) {
  std::vector<AgentId> agents;
  for (; mask != 0; mask &= mask - 1) {
    agents.push_back(static_cast<AgentId>(std::countr_zero(mask)));
  }
  return agents;
}

std::vector<ThreadId> namesOf(const Agents& agents, AgentMask mask) {
  std::vector<ThreadId> threads;
  for (const AgentId a : agentsOf(mask)) {
    threads.push_back(agents.firstLane(a));
  }
  return threads;
}

std::vector<ScheduleStep> stepsOf(const Lts& lts, StateId from, const std::vector<LtsEdge>& edges) {
  std::vector<ScheduleStep> steps;
  for (const LtsEdge& edge : edges) {
    steps.push_back(lts.step(from, edge));
    from = edge.to;
  }
  return steps;
}

HangKind kindOf(const Hangs& hangs, std::uint32_t component) {
  const StateId state = hangs.components().nodes(component).front();
  if (!hangs.reachesEnd(state)) {
    return HangKind::DeadRegion;
  }
  return (hangs.enabledIn(component) & ~hangs.running(component)) == 0 ? HangKind::Livelock
                                                                       : HangKind::Starvation;
}

Lasso deadlockLasso(const Lts& lts, StateId dead) {
  Lasso lasso;
  lasso.stem = stepsOf(lts, 0, scheduleTo(lts, dead));
  lasso.kind = HangKind::Deadlock;
  const AgentMask all = lts.enabled(0) | lts.finished(0);
  lasso.unfinished = namesOf(lts.agents(), all & ~lts.finished(dead));
  lasso.blocked = lasso.unfinished;
  return lasso;
}

void describeAgents(const Lts& lts, const FairSets& fair, Lasso& lasso) {
  const AgentMask all = lts.enabled(0) | lts.finished(0);
  AgentMask ran = 0;
  AgentMask enabled = 0;
  Owed always = ~Owed();
  for (const ScheduleStep& step : lasso.loop) {
    const auto s = static_cast<StateId>(step.from);
    ran |= bitOf(step.agent);
    enabled |= lts.enabled(s);
    always &= fair.owed(lts, s);
  }
  const AgentMask unfinished = all & ~lts.finished(static_cast<StateId>(lasso.loop.front().from));
  lasso.fair = namesOf(lts.agents(), fair.agentsIn(always));
  lasso.starved = namesOf(lts.agents(), enabled & ~ran);
  lasso.blocked = namesOf(lts.agents(), unfinished & ~enabled);
  lasso.unfinished = namesOf(lts.agents(), unfinished);
}

Lasso weakLasso(const Lts& lts, const Hangs& hangs, std::uint32_t component, const FairSets& fair) {
  Lasso lasso;
  lasso.kind = kindOf(hangs, component);
  LoopFinder finder(lts, hangs, fair, lasso.kind == HangKind::Livelock ? hangs.enabledIn(component) : 0);
  const auto states = hangs.components().nodes(component);
  std::vector<LtsEdge> stem;
  std::vector<LtsEdge> loop;
  StateId start = 0;
  for (std::size_t i = 0; i < std::min(states.size(), kMostStarts); ++i) {
    const std::vector<LtsEdge> way = scheduleTo(lts, states[i]);
    if (!loop.empty() && (way.size() + 1 >= stem.size() + loop.size() || finder.effort() > kEnoughEffort)) {
      break;  // later ones are no nearer
    }
    std::vector<LtsEdge> round = finder.from(states[i]);
    if (loop.empty() || way.size() + round.size() < stem.size() + loop.size()) {
      stem = way;
      loop = std::move(round);
      start = states[i];
    }
  }
  lasso.stem = stepsOf(lts, 0, stem);
  lasso.loop = stepsOf(lts, start, loop);
  describeAgents(lts, fair, lasso);
  return lasso;
}

}  // namespace hrfcheck::inline termination
