#pragma once

#include <vector>

#include "frontend/lowlevel/specialize/launch_facts.h"
#include "frontend/lowlevel/specialize/specialize.h"

namespace hrfcheck::frontend::lowlevel {

/// That all lanes come to the exchanges of their places in the same order and as often, whatever they read:
/// then the rounds of one are those of the others (launch_facts.h).
/// @throws Refusal where that is not seen
void requireSameExchanges(const std::vector<WrittenThread>& threads, const LaunchFacts& facts);

}  // namespace hrfcheck::frontend::lowlevel
