#pragma once

#include "termination/hangs/fair_sets.h"
#include "termination/hangs/hangs.h"

namespace hrfcheck::inline termination {

/// The schedule into a state in which no thread is enabled.
Lasso deadlockLasso(const Lts& lts, StateId dead);

/// A short schedule into a component that Hangs::loopUnder found, and round in it for ever, that the
/// scheduler allows; in a livelock, every enabled thread runs.
Lasso weakLasso(const Lts& lts, const Hangs& hangs, std::uint32_t component, const FairSets& fair);

/// What a schedule says of its agents, when its steps are known.
void describeAgents(const Lts& lts, const FairSets& fair, Lasso& lasso);

/// The steps on edges that follow each other.
std::vector<ScheduleStep> stepsOf(const Lts& lts, StateId from, const std::vector<LtsEdge>& edges);

/// The agents of a mask, ascending.
std::vector<AgentId> agentsOf(AgentMask mask);
/// The threads by which the agents of a mask are named.
std::vector<ThreadId> namesOf(const Agents& agents, AgentMask mask);

/// The kind of a hang that stays in a component.
HangKind kindOf(const Hangs& hangs, std::uint32_t component);

}  // namespace hrfcheck::inline termination
