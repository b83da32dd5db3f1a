// Fairness up to renaming.
//
// In a component C of the quotient, follow an agent: it is in slot i of state s, and after an edge in slot
// sigma(i) of the next state. Call two pairs (state, slot) alike when some way in C leads an agent from one
// to the other; since C is strongly connected and renamings have finite order, every way can be undone, so
// this is the equivalence that single edges generate (union-find). An agent that stays in C for ever stays in
// one class, and can be led to every pair of it. So there is an allowed infinite schedule in C just when
// every class has a pair whose slot runs on an edge of C, or is not in the fair set of the state: a schedule
// leads every agent there again and again. If a class has no such pair, its agents are in the fair set for
// ever and never run.
//
// This needs that the fair set of a renamed state is the renamed fair set: so it is for unfair, obe and weak.
//
// To show a schedule, walk in C as lasso.cpp does, with the agents in mind: lead the first agent that has
// not been paid to the nearest pair that pays it, and so on, then go back to the first state. There agents
// may have changed slots: the walk, repeated as often as the order of that renaming, is a loop.

#include "termination/hangs/symmetric_hangs.h"

#include <algorithm>
#include <numeric>
#include <ranges>

#include "termination/hangs/lasso.h"
#include "util/invariant.h"

namespace hrfcheck::inline termination {
namespace {

bool has(AgentMask mask, AgentId a) {
  return (mask & bitOf(a)) != 0;
}

/// A walk in the quotient, and where the agents are: told in agents.
class Track {
 public:
  explicit Track(Quotient& quotient) : quotient_(quotient), agentIn_(quotient.agents().size()) {
    std::iota(agentIn_.begin(), agentIn_.end(), AgentId{0});
  }

  StateId at() const { return at_; }
  /// By slot, the agent.
  const std::vector<AgentId>& agentIn() const { return agentIn_; }
  AgentMask agents(AgentMask slots) const {
    AgentMask agents = 0;
    for (const AgentId slot : agentsOf(slots)) {
      agents |= bitOf(agentIn_[slot]);
    }
    return agents;
  }
  std::vector<ThreadId> names(AgentMask agents) const { return namesOf(quotient_.agents(), agents); }

  ScheduleStep go(const LtsEdge& edge) {
    ScheduleStep step = quotient_.step(at_, edge);
    const Agents& all = quotient_.agents();
    step.agent = agentIn_[edge.agent];
    step.thread = all[step.agent].lanes()[all.laneOf(step.thread)];
    const Renaming renaming = quotient_.renaming(at_, edge);
    std::vector<AgentId> next(agentIn_.size());
    for (AgentId i = 0; i < next.size(); ++i) {
      next[renaming[i]] = agentIn_[i];
    }
    agentIn_ = std::move(next);
    at_ = edge.to;
    return step;
  }

 private:
  Quotient& quotient_;
  StateId at_ = 0;
  std::vector<AgentId> agentIn_;
};

/// The edges on a way by which the exploration found a state.
std::vector<LtsEdge> wayTo(const Quotient& quotient, StateId s) {
  std::vector<LtsEdge> way;
  while (s != 0) {
    const StateId before = quotient.parent(s);
    const std::vector<LtsEdge> edges = quotient.edgesFrom(before);
    const auto edge = std::ranges::find(edges, s, &LtsEdge::to);
    INVARIANT(edge != edges.end(), "a state is found from its parent");
    way.push_back(*edge);
    s = before;
  }
  std::ranges::reverse(way);
  return way;
}

}  // namespace

/// The pairs of a state of a component and a slot, in classes.
struct SymmetricHangs::Slots {
  Slots(Quotient& quotient, const Components& components, std::uint32_t component)
      : states(components.nodes(component)),
        agents(quotient.agents().size()),
        above(states.size() * agents),
        runs(above.size(), false) {
    std::iota(above.begin(), above.end(), std::size_t{0});
    for (const StateId s : states) {
      for (const LtsEdge& edge : quotient.edgesFrom(s)) {
        if (components.of(edge.to) == component) {
          runs[pair(s, edge.agent)] = true;
          join(s, edge.to, quotient.renaming(s, edge));
        }
      }
    }
  }

  std::size_t pair(StateId s, AgentId slot) const {
    const auto local = std::ranges::lower_bound(states, s) - states.begin();
    return static_cast<std::size_t>(local) * agents + slot;
  }
  std::size_t classOf(std::size_t member) {
    while (above[member] != member) {
      member = above[member] = above[above[member]];
    }
    return member;
  }
  void join(StateId from, StateId to, const Renaming& renaming) {
    for (AgentId slot = 0; slot < agents; ++slot) {
      above[classOf(pair(from, slot))] = classOf(pair(to, renaming[slot]));
    }
  }

  /// By the number of a class, whether it has a pair of this kind.
  template <typename Kind>
  std::vector<bool> classesWith(Kind kind) {
    std::vector<bool> result(above.size(), false);
    for (const StateId s : states) {
      for (AgentId slot = 0; slot < agents; ++slot) {
        if (kind(s, slot)) {
          result[classOf(pair(s, slot))] = true;
        }
      }
    }
    return result;
  }
  template <typename Kind>
  bool everyClassHas(Kind kind) {
    const std::vector<bool> with = classesWith(kind);
    for (std::size_t member = 0; member < above.size(); ++member) {
      if (!with[classOf(member)]) {
        return false;
      }
    }
    return true;
  }

  std::span<const StateId> states;
  std::size_t agents;
  std::vector<std::size_t> above;
  std::vector<bool> runs;
};

SymmetricHangs::SymmetricHangs(Quotient& quotient)
    : quotient_(&quotient), components_(quotient.adjacency()), reachesEnd_(components_.size(), false) {
  for (StateId s = 0; s < quotient.states() && !deadlock_; ++s) {
    if (quotient.enabled(s) == 0 && !quotient.ended(s)) {
      deadlock_ = s;
    }
  }
  for (std::uint32_t component = 0; component < components_.size(); ++component) {
    lookAt(component);
  }
  std::ranges::sort(cyclic_, {},
                    [&](std::uint32_t component) { return components_.nodes(component).front(); });
}

void SymmetricHangs::lookAt(std::uint32_t component) {
  bool reaches = false;
  bool cyclic = false;
  for (const StateId s : components_.nodes(component)) {
    reaches = reaches || !quotient_->expanded(s) || quotient_->ended(s);
    for (const StateId to : quotient_->adjacency().from(s)) {
      cyclic = cyclic || components_.of(to) == component;
      reaches = reaches || (components_.of(to) != component && reachesEnd_[components_.of(to)]);
    }
  }
  reachesEnd_[component] = reaches;
  if (cyclic) {
    cyclic_.push_back(component);
  }
}

bool SymmetricHangs::stuck() const {
  return std::ranges::find(reachesEnd_, false) != reachesEnd_.end();
}

std::optional<Lasso> SymmetricHangs::hangUnder(const FairSets& fair) const {
  if (deadlock_) {
    return deadlock();
  }
  for (const std::uint32_t component : cyclic_) {
    Slots slots(*quotient_, components_, component);
    if (slots.everyClassHas([&](StateId s, AgentId slot) {
          const Owed owed = fair.owed(quotient_->enabled(s), quotient_->executed(s));
          return slots.runs[slots.pair(s, slot)] || !owed.test(slot);
        })) {
      return lassoIn(component, fair, slots);
    }
  }
  return std::nullopt;
}

Lasso SymmetricHangs::deadlock() const {
  Lasso lasso;
  Track track(*quotient_);
  for (const LtsEdge& edge : wayTo(*quotient_, *deadlock_)) {
    lasso.stem.push_back(track.go(edge));
  }
  const AgentMask all = quotient_->enabled(0) | quotient_->finished(0);
  lasso.unfinished = track.names(track.agents(all & ~quotient_->finished(*deadlock_)));
  lasso.blocked = lasso.unfinished;
  return lasso;
}

/// One round in a component, as edges of slots that run.
class SymmetricHangs::LoopFinder {
 public:
  LoopFinder(const SymmetricHangs& hangs, std::uint32_t component, const FairSets& fair, const Slots& slots,
             bool everybodyRuns)
      : quotient_(*hangs.quotient_),
        components_(hangs.components_),
        component_(component),
        fair_(fair),
        slots_(slots),
        everybodyRuns_(everybodyRuns) {}

  std::vector<LtsEdge> run() {
    at_ = slots_.states.front();
    for (AgentId slot = 0; slot < slots_.agents; ++slot) {
      slotOf_.push_back(slot);
    }
    paid_.assign(slots_.agents, false);
    payIdle();
    for (AgentId agent = 0; agent < slots_.agents; ++agent) {
      if (!paid_[agent]) {
        follow(agent);
      }
    }
    if (loop_.empty() || at_ != slots_.states.front()) {
      goBack();
    }
    return loop_;
  }

 private:
  struct Visit {
    std::size_t from;
    LtsEdge edge;
  };

  /// Who is owed nothing here is paid (in a livelock: who will never be able to run).
  void payIdle() {
    const Owed owed = fair_.owed(quotient_.enabled(at_), quotient_.executed(at_));
    for (AgentId agent = 0; agent < slots_.agents; ++agent) {
      paid_[agent] = paid_[agent] || pays(at_, slotOf_[agent], owed);
    }
  }
  bool pays(StateId s, AgentId slot, const Owed& owed) const {
    return everybodyRuns_ ? has(quotient_.finished(s), slot) : !owed.test(slot);
  }

  void go(const LtsEdge& edge) {
    loop_.push_back(edge);
    const Renaming renaming = quotient_.renaming(at_, edge);
    for (AgentId agent = 0; agent < slots_.agents; ++agent) {
      paid_[agent] = paid_[agent] || slotOf_[agent] == edge.agent;
      slotOf_[agent] = renaming[slotOf_[agent]];
    }
    at_ = edge.to;
    payIdle();
  }

  /// Leads an agent, by the shortest way, to where it is paid; nowhere if it never can be (blocked for ever).
  void follow(AgentId agent) {
    walkTo(slotOf_[agent], [&](AgentId slot, const LtsEdge& edge, AgentId next) {
      const Owed owed = fair_.owed(quotient_.enabled(edge.to), quotient_.executed(edge.to));
      return edge.agent == slot || pays(edge.to, next, owed);
    });
  }

  void goBack() {
    const StateId goal = slots_.states.front();
    const bool there = walkTo(0, [&](AgentId, const LtsEdge& edge, AgentId) { return edge.to == goal; });
    INVARIANT(there, "a component is strongly connected");
  }

  /// Goes, by the shortest way inside, to the end of a wanted edge, looking at what happens to a slot.
  template <typename Wanted>
  bool walkTo(AgentId slot, Wanted wanted) {
    std::vector<std::pair<StateId, AgentId>> queue{{at_, slot}};
    std::vector<bool> seen(slots_.above.size(), false);
    seen[slots_.pair(at_, slot)] = true;
    std::vector<Visit> visits{{0, {}}};
    for (std::size_t next = 0; next < queue.size(); ++next) {
      const auto [s, here] = queue[next];
      for (const LtsEdge& edge : quotient_.edgesFrom(s)) {
        if (components_.of(edge.to) != component_) {
          continue;
        }
        const AgentId then = quotient_.renaming(s, edge)[here];
        if (wanted(here, edge, then)) {
          take(visits, next, edge);
          return true;
        }
        if (!seen[slots_.pair(edge.to, then)]) {
          seen[slots_.pair(edge.to, then)] = true;
          queue.emplace_back(edge.to, then);
          visits.push_back({next, edge});
        }
      }
    }
    return false;
  }

  void take(const std::vector<Visit>& visits, std::size_t last, const LtsEdge& edge) {
    std::vector<LtsEdge> way{edge};
    for (std::size_t visit = last; visit != 0; visit = visits[visit].from) {
      way.push_back(visits[visit].edge);
    }
    for (const LtsEdge& step : way | std::views::reverse) {
      go(step);
    }
  }

  Quotient& quotient_;
  const Components& components_;
  std::uint32_t component_;
  const FairSets& fair_;
  const Slots& slots_;
  bool everybodyRuns_;
  StateId at_ = 0;
  std::vector<AgentId> slotOf_;  ///< by agent, as they are at the start of the round
  std::vector<bool> paid_;       ///< by agent
  std::vector<LtsEdge> loop_;
};

Lasso SymmetricHangs::lassoIn(std::uint32_t component, const FairSets& fair, const Slots& classes) const {
  Slots slots = classes;
  const auto able = slots.classesWith([&](StateId s, AgentId a) { return has(quotient_->enabled(s), a); });
  const auto running = slots.classesWith([&](StateId s, AgentId a) { return slots.runs[slots.pair(s, a)]; });
  const StateId start = slots.states.front();
  Lasso lasso;
  lasso.kind = !reachesEnd_[component] ? HangKind::DeadRegion
               : able == running       ? HangKind::Livelock
                                       : HangKind::Starvation;
  const std::vector<LtsEdge> round =
      LoopFinder(*this, component, fair, slots, lasso.kind == HangKind::Livelock).run();
  Track track(*quotient_);
  for (const LtsEdge& edge : wayTo(*quotient_, start)) {
    lasso.stem.push_back(track.go(edge));
  }
  const std::vector<AgentId> first = track.agentIn();
  AgentMask ran = 0;
  AgentMask enabled = 0;
  AgentMask always = ~AgentMask{0};
  const AgentMask all = quotient_->enabled(0) | quotient_->finished(0);
  const AgentMask unfinished = track.agents(all & ~quotient_->finished(start));
  do {
    for (const LtsEdge& edge : round) {
      const StateId at = track.at();
      const Owed owed = fair.owed(quotient_->enabled(at), quotient_->executed(at));
      always &= track.agents(fair.agentsIn(owed));
      enabled |= track.agents(quotient_->enabled(at));
      lasso.loop.push_back(track.go(edge));
      ran |= bitOf(lasso.loop.back().agent);
    }
  } while (track.agentIn() != first);
  lasso.fair = track.names(always);
  lasso.starved = track.names(enabled & ~ran);
  lasso.blocked = track.names(unfinished & ~enabled);
  lasso.unfinished = track.names(unfinished);
  return lasso;
}

}  // namespace hrfcheck::inline termination
