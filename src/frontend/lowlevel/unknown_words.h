#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "frontend/lowlevel/specialize/launch_facts.h"
#include "frontend/lowlevel/specialize/specialize.h"

namespace hrfcheck::frontend::lowlevel {

/// Finds what of shared memory may hold contents that nobody knows, whatever threads do first. Weak stores of
/// words of which some parts may be such, and others not, get granules for these parts (`apart`), unless an
/// atomic access takes them together: else what is known would be lost with the rest.
/// @return objects that may hold such contents
std::set<std::uint32_t> keepKnownApart(std::vector<WrittenThread>& threads, const LaunchFacts& facts);

}  // namespace hrfcheck::frontend::lowlevel
