#include "program/agents/agent.h"

#include <algorithm>

#include "util/invariant.h"

namespace hrfcheck::inline program {

Agent::Agent(std::vector<ThreadId> lanes) : lanes_(std::move(lanes)) {
  INVARIANT(!lanes_.empty() && std::ranges::is_sorted(lanes_), "an agent has lanes, in ascending order");
  INVARIANT(lanes_.size() <= kMostLanes, "the lanes of an agent fit a mask");
}

}  // namespace hrfcheck::inline program
