#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "frontend/lowlevel/emit/memory_layout.h"
#include "frontend/lowlevel/specialize/launch_facts.h"
#include "frontend/lowlevel/specialize/specialize.h"

namespace hrfcheck::frontend::lowlevel {

/// Objects some of whose bytes threads may access in several sizes where it matters which: one of two threads
/// writes, or an atomic access is divided into several granules.
std::set<std::uint32_t> accessedInSeveralSizes(const Module& module, const LaunchFacts& facts,
                                               const std::vector<WrittenThread>& threads,
                                               const MemoryLayout& layout);

}  // namespace hrfcheck::frontend::lowlevel
