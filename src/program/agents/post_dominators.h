#pragma once

#include <cstdint>
#include <vector>

#include "program/ir/program.h"

namespace hrfcheck::inline program {

/// Where the two sides of a branch come together: by instruction, its immediate post-dominator in the control
/// flow of its thread, that is the first instruction that lies on every way from behind it to the end. The
/// end of the thread (the number of its instructions) where there is none, and where no way leads to the end.
std::vector<std::uint32_t> immediatePostDominators(const Thread& thread);

}  // namespace hrfcheck::inline program
