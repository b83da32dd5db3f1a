#pragma once

#include <cstdint>

namespace hrfcheck::inline program {

/// What registers and locations hold: a 64-bit integer, or the address of a location, which is an
/// integer of the range below (so that pointer arithmetic is arithmetic).
using Value = std::int64_t;

/// Index of a memory location in `Program::locations`, from 0.
using LocationId = std::uint32_t;
inline constexpr LocationId kNoLocation = ~LocationId{0};

/// Index of a register in `Thread::registers`, from 0.
using RegisterId = std::uint32_t;
/// Index of a thread (an agent) in `Program::threads`, from 0.
using ThreadId = std::uint32_t;
inline constexpr ThreadId kNoThread = ~ThreadId{0};

/// Addresses: object number k (a variable or an array) starts at kAddressBase + k * kAddressStride, its
/// elements follow one by one; the gap makes an index out of range an address of nothing.
inline constexpr Value kAddressBase = Value{1} << 48;
inline constexpr Value kAddressStride = Value{1} << 20;

}  // namespace hrfcheck::inline program
