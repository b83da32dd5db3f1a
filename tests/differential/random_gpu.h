#pragma once

#include <cstdint>
#include <string>

#include "differential/profile.h"

namespace hrfcheck {

/// A random test in PTX or Vulkan: 2 to 4 threads, at most `maxAccesses` memory instructions, fences and
/// barriers in all, with aliases, proxies, storage classes, barriers, branches and loops that wait. The same
/// seed gives the same text everywhere.
std::string randomGpu(std::uint64_t seed, Profile profile, unsigned maxAccesses);

}  // namespace hrfcheck
