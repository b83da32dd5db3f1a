#pragma once

#include <cstdint>
#include <optional>

#include "frontend/lowlevel/module/module.h"

/// Where objects lie in the numbers that addresses are: each at a place of its own, far from others and
/// aligned to whatever a type asks for. Shared memory, what belongs to a thread, and parameters have windows
/// of 32 bits, which lie somewhere in the generic numbers, too.
namespace hrfcheck::frontend::lowlevel {

inline constexpr unsigned kGlobalShift = 32;
inline constexpr unsigned kWindowShift = 20;
inline constexpr std::uint64_t kGlobalBase = 0x7000'0000'0000;
inline constexpr std::uint64_t kSharedWindow = 0x6000'0000'0000;
inline constexpr std::uint64_t kLocalWindow = 0x5000'0000'0000;
inline constexpr std::uint64_t kParameterWindow = 0x4000'0000'0000;
inline constexpr std::uint32_t kMostInWindow = (1U << (31 - kWindowShift)) - 2;

/// Addresses in the shared memory of a block of the cluster, as `mapa` makes them: a bit that no other
/// address has, the rank of the block, and the address as that block has it.
inline constexpr std::uint64_t kMappedBit = std::uint64_t{1} << 31;
inline constexpr unsigned kRankShift = 27;
inline constexpr std::uint64_t kMostRanks = 16;
inline constexpr std::uint64_t kMappedOffsets = (std::uint64_t{1} << kRankShift) - 1;

/// Where the generic numbers of a space begin.
constexpr std::uint64_t windowOf(Space space) {
  return space == Space::Shared      ? kSharedWindow
         : space == Space::Local     ? kLocalWindow
         : space == Space::Parameter ? kParameterWindow
                                     : 0;
}

/// The address of an object in its own space.
constexpr std::uint64_t addressOf(Space space, std::uint32_t object) {
  return windowOf(space) == 0 ? kGlobalBase + ((std::uint64_t{object} + 1) << kGlobalShift)
                              : (std::uint64_t{object} + 1) << kWindowShift;
}

/// The address of a function: a number that leads to no object.
inline constexpr std::uint64_t kCodeBase = 0x3000'0000'0000;
inline constexpr unsigned kCodeShift = 4;
constexpr std::uint64_t addressOfFunction(std::uint32_t function) {
  return kCodeBase + (std::uint64_t{function} << kCodeShift);
}
/// The function that lies there; nothing for other numbers. It need not be one that the module has.
constexpr std::optional<std::uint32_t> functionAt(std::uint64_t number) {
  const std::uint64_t function = (number - kCodeBase) >> kCodeShift;
  const bool lies = function < kMostInWindow << kCodeShift && number == kCodeBase + (function << kCodeShift);
  return lies ? std::optional(static_cast<std::uint32_t>(function)) : std::nullopt;
}

/// A number as an address.
struct ObjectPlace {
  Space space;                                       ///< of a window, or Global
  std::uint32_t object;                              ///< the one that lies next
  std::int64_t offset;                               ///< from its beginning
  std::optional<std::uint32_t> rank = std::nullopt;  ///< of the block that has it, where `mapa` said it
};

/// What a number means in a space; nothing where it is far from all places that objects have.
std::optional<ObjectPlace> placeOf(Space space, std::uint64_t number);

}  // namespace hrfcheck::frontend::lowlevel
