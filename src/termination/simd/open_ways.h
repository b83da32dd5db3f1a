#pragma once

#include "termination/simd/wave_code.h"

namespace hrfcheck::inline termination {

/// Whether a thread may go from an instruction to one that may follow it: not where a condition on constants,
/// which %lane is, decides otherwise.
bool isOpen(const Thread& thread, std::uint32_t from, std::uint32_t to);

/// What a thread can come to by such ways.
Places openPlaces(const Thread& thread);

}  // namespace hrfcheck::inline termination
