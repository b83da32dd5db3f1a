#pragma once

#include <deque>
#include <vector>

#include "frontend/lowlevel/specialize/launch_facts.h"
#include "frontend/lowlevel/specialize/specialize.h"

namespace hrfcheck::frontend::lowlevel {

/// Makes an agent of each asynchronous operation: a thread of the program, in the block of the thread that
/// issues it, which does that operation alone. It meets its thread at a barrier of the two where it is
/// issued, so what precedes it in its thread is ordered before it, and where it is waited for. Nothing else
/// orders it: what its thread does in between races with it as another thread's accesses would. An arrival
/// behind copies meets each of them. Barriers of blocks become those of the threads that have them in their
/// code.
/// @param threads those of the agents are added
/// @param accesses what the agents' code refers to
/// @throws Refusal
void addAsyncAgents(const LaunchFacts& facts, std::vector<WrittenThread>& threads,
                    std::deque<Access>& accesses);

}  // namespace hrfcheck::frontend::lowlevel
