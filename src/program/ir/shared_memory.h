#pragma once

#include <optional>
#include <string>

#include "program/ir/program.h"

namespace hrfcheck::inline program {

/// PTX: the region (MemoryLocation::regions) of what lies in the shared memory of that thread's block. What
/// is in no such region is in global memory.
std::string sharedRegion(ThreadId thread);

/// A thread of the block in whose shared memory a location lies; nothing: global memory.
std::optional<ThreadId> sharedOf(const MemoryLocation& location);

}  // namespace hrfcheck::inline program
