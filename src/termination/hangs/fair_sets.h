#pragma once

#include <bitset>
#include <vector>

#include "program/ir/program.h"
#include "termination/system/lts.h"

namespace hrfcheck::inline termination {

/// Which of some agents or groups, as bits by ascending id, a scheduler treats fairly (CONCUR 2018, equations
/// 3 to 6): always ones that are enabled.
AgentMask fairAmong(Scheduler scheduler, AgentMask enabled, AgentMask executed);

/// What a scheduler promises where the agents of a work-group are weakly fair among each other
/// (SimtRules::fairWithin): itself, at the levels from that one on, unless it names levels, is strong, or
/// treats everybody weakly anyway.
SchedulerSpec withinGroups(const SchedulerSpec& spec, const Program& program, const SimtRules& rules);

/// To whom progress is owed: agents, and groups of agents (of which some agent must run).
using Owed = std::bitset<192>;

/// What a scheduler owes in a state, as a function of who is enabled and who has executed.
class FairSets {
 public:
  /// @throws UserError for a scheduler that names a level the test has not got
  FairSets(const SchedulerSpec& spec, const Program& program, const Agents& agents);

  Owed owed(AgentMask enabled, AgentMask executed) const;
  Owed owed(const Lts& lts, StateId s) const { return owed(lts.enabled(s), lts.executed(s)); }
  /// What is fulfilled when these agents run.
  Owed fulfilledBy(AgentMask running) const;
  /// The agents to whom it is owed in person.
  AgentMask agentsIn(const Owed& owed) const;
  /// The agents one of which would fulfil something of it.
  AgentMask agentsFor(const Owed& owed) const;

 private:
  struct Group {
    AgentMask agents = 0;
    bool counts = false;                 ///< is not implied by the group around it
    std::size_t bit = 0;                 ///< in Owed, if it counts
    Scheduler inside = Scheduler::Weak;  ///< what is promised to the parts among each other
    std::vector<std::size_t> parts;      ///< groups by ascending id; none for an agent
  };
  struct Tree;
  std::size_t makeGroup(const Tree& tree, ScopeInstanceId instance, bool alone);
  void addOwed(std::size_t group, AgentMask enabled, AgentMask executed, Owed& owed) const;

  Scheduler scheduler_;
  std::size_t agents_;
  AgentMask unscheduled_ = 0;  ///< operations that go on by themselves
  std::vector<Group> groups_;  ///< with levels only; inner before outer, the whole system last
  std::size_t bits_;
};

}  // namespace hrfcheck::inline termination
