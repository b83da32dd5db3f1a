#pragma once

#include <cstdint>
#include <vector>

namespace hrfcheck::frontend::spirv {

/// The order in which the blocks of a function are written down: those that control gets to, the first one
/// first, every loop in one piece that begins where it is entered, and forward where there is a choice.
/// Backward jumps then are rounds of loops (program/unroll).
/// @param successors by block; the function begins with block 0
std::vector<std::uint32_t> blockOrder(const std::vector<std::vector<std::uint32_t>>& successors);

}  // namespace hrfcheck::frontend::spirv
