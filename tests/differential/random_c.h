#pragma once

#include <cstdint>
#include <string>

#include "differential/profile.h"

namespace hrfcheck {

/// A random test in OPENCL or C, one statement a line: 2 to 4 threads, and as many accesses as fit into the
/// budget, those in loops counted several times. The same seed gives the same text everywhere.
std::string randomC(std::uint64_t seed, Profile profile, unsigned maxAccesses);

}  // namespace hrfcheck
