#pragma once

#include <string_view>

namespace hrfcheck::frontend {

/// The local memory that a launch gives to the votes of barriers (`__syncthreads_or`, `bar.red`). It is of
/// the implementation: final states do not list it.
inline constexpr std::string_view kVoteCells = "__votes";

/// And to lanes that give each other numbers which are read from memory (program/ir/lane_exchanges.h).
inline constexpr std::string_view kLaneCells = "__lanes";

}  // namespace hrfcheck::frontend
