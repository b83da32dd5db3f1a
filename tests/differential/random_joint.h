#pragma once

#include <cstdint>
#include <string>

namespace hrfcheck {

/// A random test of HSA with a work-group that goes round a loop together, by what one of its threads reads
/// of another work-group: as programs wait, and with whatever makes that no wait: rounds that store, count,
/// carry something along or leave something behind, barriers too few. The same seed gives the same text
/// everywhere.
std::string randomJointWait(std::uint64_t seed);

}  // namespace hrfcheck
