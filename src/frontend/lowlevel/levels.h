#pragma once

#include <cstdint>

#include "program/ir/scope_levels.h"

/// The scope levels of compiled kernels: those of CUDA (docs/cuda.md, "Levels").
namespace hrfcheck::frontend::lowlevel {

inline constexpr std::uint32_t kClusterLevel = 3;
inline constexpr std::uint32_t kGpuLevel = 4;
inline constexpr std::uint32_t kAllLevel = 5;

}  // namespace hrfcheck::frontend::lowlevel
