// Fair sets: the agents to whom a scheduler owes a step if they stay in the set for ever.
//
// Semi-fairness of CONCUR 2018 (equation 2) says of every thread t: if from some point on t is enabled and
// meets the scheduler's fairness criterion, it executes again and again. F_S(s) is the set of those that are
// enabled and meet it in state s. The criteria look at the past only through who has executed, which is part
// of the state. The past operator of the paper includes the present step; this makes no difference, since
// fairness is read in the limit, where the set of those who have executed no longer changes.
//
// With levels (work-groups in a device, agents in a work-group) the same is said of groups: a group is
// enabled when one of its agents is, has executed when one of its agents has, and executes when one of its
// agents does. The whole system is in the set; a part of a group is when the group is and the part meets
// the criterion of its level among its siblings. So a group that is treated fairly runs some agent even
// where nothing is promised inside of it, and with one agent in each group, or all agents in one, this is
// the criterion for agents. A device on which a test launches several kernels has their grids as its parts,
// and the promise to grids is one to these. A group that is the only part of another says nothing new: it
// consists of the same agents and is in the set less often. It is left out, and so there are at most twice as
// many groups that count as agents.

#include "termination/hangs/fair_sets.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <ranges>

#include "program/flow/asynchronous.h"
#include "program/ir/launch_place.h"
#include "program/ir/level_meaning.h"
#include "program/ir/program.h"
#include "program/ir/scope_levels.h"
#include "util/invariant.h"

namespace hrfcheck::inline termination {
namespace {

/// Whether a thread is an operation that another one has issued and that nobody executes (PTX's `cp.async`).
/// In a launch it stands where that one does, whose number is lower. No scheduler keeps it waiting.
inline bool isAsyncOperation(const Program& program, ThreadId thread) {
  if (isOperation(program.threads[thread])) {
    return true;
  }
  return std::ranges::any_of(std::views::iota(ThreadId{0}, thread),
                             [&](ThreadId t) { return standAtOnePlace(program, t, thread); });
}

/// Those up to the highest in the set.
AgentMask upToHighest(AgentMask set) {
  return set == 0 ? 0 : ~AgentMask{0} >> std::countl_zero(set);
}

Scheduler schedulerOf(const SchedulerSpec& spec, std::uint32_t level) {
  const auto named = std::ranges::find(spec.levels, level, [](const auto& entry) { return entry.first; });
  return named == spec.levels.end() ? spec.scheduler : named->second;
}

/// Clusters of one thread block each are treated as these are, where they are not named.
SchedulerSpec withIdleClusters(SchedulerSpec spec, const ScopeTree& scopes) {
  const std::optional<std::uint32_t> clusters = idleClusterLevel(scopes);
  const auto isIt = [&](const auto& entry) { return entry.first == clusters; };
  if (clusters && std::ranges::none_of(spec.levels, isIt)) {
    spec.levels.emplace_back(*clusters, schedulerOf(spec, *clusters - 1));
  }
  return spec;
}

}  // namespace

AgentMask fairAmong(Scheduler scheduler, AgentMask enabled, AgentMask executed) {
  const AgentMask lowest = enabled & (~enabled + 1);
  switch (scheduler) {
    case Scheduler::Unfair:
      return 0;
    case Scheduler::Hsa:
      return lowest;
    case Scheduler::Obe:
      return enabled & executed;
    case Scheduler::HsaObe:
      return lowest | (enabled & executed);
    case Scheduler::Lobe:
      return enabled & upToHighest(executed);
    case Scheduler::Weak:
      return enabled;
  }
  failInvariant("scheduler", "every scheduler has a criterion");
}

SchedulerSpec withinGroups(const SchedulerSpec& spec, const Program& program, const SimtRules& rules) {
  const std::uint32_t outermost = outermostLevel(program.scopes);
  if (!rules.fairWithin || *rules.fairWithin >= outermost || spec.strong || spec.hierarchical() ||
      spec.scheduler == Scheduler::Weak) {
    return spec;
  }
  SchedulerSpec result;
  for (std::uint32_t level = outermost; level-- > *rules.fairWithin;) {
    result.levels.emplace_back(level, spec.scheduler);
  }
  return result;
}

/// What the groups are made of.
struct FairSets::Tree {
  SchedulerSpec spec;
  const Program& program;
  const ScopeTree& scopes;
  const Agents& agents;

  /// By launch, in the order in which they are launched: the parts of a device. One of all parts elsewhere.
  std::vector<std::vector<ScopeInstanceId>> grids(const ScopeInstance& scope,
                                                  const std::vector<ScopeInstanceId>& parts) const {
    if (levelMeaning(LevelMeaning::Grid, scopes.levels()) != scope.level) {
      return {parts};
    }
    std::vector<std::pair<std::string, std::vector<ScopeInstanceId>>> found;
    for (const ScopeInstanceId part : parts) {
      const std::string launch = launchPlaceOf(program, scopes.instances()[part].agents.front()).kernel;
      auto known = std::ranges::find(found, launch, [](const auto& grid) { return grid.first; });
      if (known == found.end()) {
        found.push_back({launch, {}});
        known = found.end() - 1;
      }
      known->second.push_back(part);
    }
    std::vector<std::vector<ScopeInstanceId>> result;
    for (auto& [launch, ofLaunch] : found) {
      result.push_back(std::move(ofLaunch));
    }
    return result;
  }

  /// Whether a scope instance is an agent and not a group: a thread, or all lanes of an agent that has
  /// several.
  bool isAgent(const ScopeInstance& scope) const {
    const std::vector<ThreadId>& lanes = agents[agents.agentOf(scope.agents.front())].lanes();
    return scope.level == kThreadLevel || (lanes.size() > 1 && std::ranges::includes(lanes, scope.agents));
  }
};

FairSets::FairSets(const SchedulerSpec& spec, const Program& program, const Agents& agents)
    : scheduler_(spec.scheduler), agents_(agents.size()), bits_(agents_) {
  for (AgentId a = 0; a < agents.size(); ++a) {
    const bool async = isAsyncOperation(program, agents[a].lanes().front());
    unscheduled_ |= AgentMask{async} << a;
  }
  if (!spec.hierarchical()) {
    return;
  }
  const ScopeTree& scopes = program.scopes;
  for (const auto& [level, scheduler] : spec.levels) {
    if (level >= scopes.levels().size()) {
      throw UserError(fmt::format("the test has no scope level {}", level),
                      fmt::format("it has {}, counted from 0", scopes.levels().size()));
    }
  }
  if (spec.strong) {
    throw UserError("strong fairness of levels is not defined");
  }
  const auto root = std::ranges::find(scopes.instances(), kNoScope, &ScopeInstance::parent);
  INVARIANT(root != scopes.instances().end(), "the scope tree has a root");
  makeGroup({withIdleClusters(spec, scopes), program, scopes, agents},
            static_cast<ScopeInstanceId>(root - scopes.instances().begin()), true);
}

std::size_t FairSets::makeGroup(const Tree& tree, ScopeInstanceId instance, bool alone) {
  const std::vector<ScopeInstance>& instances = tree.scopes.instances();
  const ScopeInstance& scope = instances[instance];
  Group group;
  for (const AgentId a : tree.agents.agentsAmong(scope.agents)) {
    group.agents |= AgentMask{1} << a;
  }
  if (tree.isAgent(scope)) {
    group.counts = true;
    group.bit = tree.agents.agentOf(scope.agents.front());
  } else {
    group.counts = !alone;
    group.inside = schedulerOf(tree.spec, scope.level - 1);
    std::vector<ScopeInstanceId> parts;
    for (ScopeInstanceId part = 0; part < instances.size(); ++part) {
      if (instances[part].parent == instance) {
        parts.push_back(part);
      }
    }
    std::ranges::sort(parts, {}, [&](ScopeInstanceId part) { return instances[part].id; });
    const std::vector<std::vector<ScopeInstanceId>> grids = tree.grids(scope, parts);
    for (const std::vector<ScopeInstanceId>& grid : grids) {
      Group one;
      for (const ScopeInstanceId part : grid) {
        one.parts.push_back(makeGroup(tree, part, grid.size() == 1));
        one.agents |= groups_[one.parts.back()].agents;
      }
      if (grids.size() == 1) {
        group.parts = std::move(one.parts);
        continue;
      }
      one.counts = true;
      one.inside = group.inside;
      one.bit = bits_++;
      groups_.push_back(std::move(one));
      group.parts.push_back(groups_.size() - 1);
    }
    if (grids.size() > 1) {
      group.inside = schedulerOf(tree.spec, scope.level);
    }
    group.bit = group.counts ? bits_++ : 0;
    INVARIANT(bits_ <= Owed().size(), "at most three sets for each agent count");
  }
  groups_.push_back(std::move(group));
  return groups_.size() - 1;
}

Owed FairSets::owed(AgentMask enabled, AgentMask executed) const {
  Owed owed(enabled & unscheduled_);
  enabled &= ~unscheduled_;
  executed &= ~unscheduled_;
  if (groups_.empty()) {
    owed |= Owed(fairAmong(scheduler_, enabled, executed));
  } else if (enabled != 0) {
    addOwed(groups_.size() - 1, enabled, executed, owed);
  }
  return owed;
}

/// Of a group that is itself treated fairly, and enabled.
void FairSets::addOwed(std::size_t number, AgentMask enabled, AgentMask executed, Owed& owed) const {
  const Group& group = groups_[number];
  if (group.counts) {
    owed.set(group.bit);
  }
  AgentMask enabledParts = 0;
  AgentMask executedParts = 0;
  for (std::size_t k = 0; k < group.parts.size(); ++k) {
    const AgentMask agents = groups_[group.parts[k]].agents;
    enabledParts |= AgentMask{(agents & enabled) != 0} << k;
    executedParts |= AgentMask{(agents & executed) != 0} << k;
  }
  for (AgentMask fair = fairAmong(group.inside, enabledParts, executedParts); fair != 0; fair &= fair - 1) {
    addOwed(group.parts[static_cast<std::size_t>(std::countr_zero(fair))], enabled, executed, owed);
  }
}

Owed FairSets::fulfilledBy(AgentMask running) const {
  Owed result(running);
  for (const Group& group : groups_) {
    if (group.counts && (group.agents & running) != 0) {
      result.set(group.bit);
    }
  }
  return result;
}

AgentMask FairSets::agentsIn(const Owed& owed) const {
  // Behind the agents stand groups.
  return (owed & Owed(~AgentMask{0} >> (kMostAgents - agents_))).to_ullong();
}

AgentMask FairSets::agentsFor(const Owed& owed) const {
  AgentMask agents = agentsIn(owed);
  for (const Group& group : groups_) {
    if (group.counts && owed.test(group.bit)) {
      agents |= group.agents;
    }
  }
  return agents;
}

}  // namespace hrfcheck::inline termination
