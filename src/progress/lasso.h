#pragma once

#include "progress/fair_sets.h"
#include "progress/hangs.h"

namespace hrfcheck {

/// The schedule into a state in which nobody can go on.
Lasso deadlockLasso(const Lts& lts, StateId dead);

/// A short schedule into a component that Hangs::loopUnder found, and round in it for ever, that the
/// scheduler allows; all who can go on run in a livelock.
Lasso weakLasso(const Lts& lts, const Hangs& hangs, std::uint32_t component, const FairSets& fair);

/// What a schedule says of its threads, when its steps are known.
void describeThreads(const Lts& lts, const FairSets& fair, Lasso& lasso);

/// The steps of threads that run in turn.
std::vector<ScheduleStep> stepsOf(const Lts& lts, StateId from, const std::vector<ThreadId>& threads);

/// The threads of a mask, ascending.
std::vector<ThreadId> threadsOf(AgentMask mask);

/// The kind of a hang that stays in a component.
HangKind kindOf(const Hangs& hangs, std::uint32_t component);

}  // namespace hrfcheck
