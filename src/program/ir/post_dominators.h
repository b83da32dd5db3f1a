#pragma once

#include <cstdint>
#include <vector>

#include "program/ir/program.h"

namespace hrfcheck::inline program {

/// By instruction, its immediate post-dominator in the control-flow graph of a thread (control_flow.h): the
/// first instruction behind it that is on every way from it to the end. Lanes that part at a branch meet
/// there again (Coon and Lindholm's stack, as in ElTantawy and Aamodt, MICRO 2016, section 2).
/// @return the number of instructions, which is the end, where there is no other and where no way leads there
std::vector<std::uint32_t> immediatePostDominators(const Thread& thread);

}  // namespace hrfcheck::inline program
