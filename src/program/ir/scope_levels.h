#pragma once

#include <cstdint>
#include <optional>

#include "program/ir/scope_tree.h"

namespace hrfcheck::inline program {

/// The innermost level of every dialect: the thread itself.
inline constexpr std::uint32_t kThreadLevel = 0;

/// The levels of HSA and of OpenCL, which differ in their words alone: the thread, its wave (sub-group),
/// work-group and component (device), and everything.
inline constexpr std::uint32_t kWaveLevel = 1;
inline constexpr std::uint32_t kGroupLevel = 2;
inline constexpr std::uint32_t kDeviceLevel = 3;
inline constexpr std::uint32_t kSystemLevel = 4;
inline constexpr std::uint32_t kGpuLevels = 5;

/// Dialects with waves between the thread and the work-group: HSA, OpenCL, Vulkan, CUDA and HIP.
inline bool hasWavefronts(const ScopeTree& scopes) {
  return scopes.levels().size() >= kGpuLevels &&
         (scopes.levels()[kWaveLevel] == "wv" || scopes.levels()[kWaveLevel] == "sg" ||
          scopes.levels()[kWaveLevel] == "warp");
}

/// The level of clusters of PTX, CUDA and HIP where each holds one thread block, as in a test that names
/// none: nothing depends on it. Nothing in other tests.
std::optional<std::uint32_t> idleClusterLevel(const ScopeTree& scopes);

/// The level that has one instance, with every thread in it.
inline std::uint32_t outermostLevel(const ScopeTree& scopes) {
  return static_cast<std::uint32_t>(scopes.levels().size() - 1);
}

}  // namespace hrfcheck::inline program
