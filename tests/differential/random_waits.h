#pragma once

#include <cstdint>
#include <string>

namespace hrfcheck {

/// A random test of two or three threads, one or two of which wait: for a flag that they read, or ask for by
/// an update that changes nothing, with a counter or a delay that grows; with an index that moves when the
/// flag is there; for a lock that they take by exchange or compare-exchange, in one loop, by a first try
/// before it, or trying again and again; or until they give up. In OpenCL C, C, PTX or Vulkan. The same seed
/// gives the same text everywhere.
std::string randomWait(std::uint64_t seed);

}  // namespace hrfcheck
