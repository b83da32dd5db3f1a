#pragma once

#include <cstdint>
#include <string>

namespace hrfcheck {

/// A random test of HSA, OPENCL or PTX in which two to four threads communicate as in SB, MP, WRC, IRIW, LB,
/// R, S or 2+2W, and between what they do so by access locations of their own or of their block that a
/// barrier orders, or nearly does; with updates that commute, or nearly do. The same seed gives the same text
/// everywhere.
std::string randomSettled(std::uint64_t seed);

}  // namespace hrfcheck
