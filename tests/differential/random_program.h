#pragma once

#include <cstdint>
#include <string>

#include "differential/profile.h"

namespace hrfcheck {

/// A random test in the dialect of the profile. In HSA: 2 to 4 threads, at most `maxAccesses` memory
/// instructions and fences in all; in OPENCL and C: random_c.h; in PTX and Vulkan: random_gpu.h. The same
/// seed gives the same text everywhere.
std::string randomLitmus(std::uint64_t seed, Profile profile, unsigned maxAccesses);

}  // namespace hrfcheck
