#pragma once

#include <vector>

#include "termination/hangs/hangs.h"
#include "termination/system/lts.h"

namespace hrfcheck::inline termination {

/// Why a program gets stuck: what goes on in the bottom components of the states that cannot reach the end,
/// by the wait-for graph of their lanes (docs/simt.md, "Causes"). One cause for each kind, the first one met.
/// @param lts explored completely
/// @throws OutOfTime when the deadline expires
std::vector<Cause> causesOf(const Lts& lts, const Hangs& hangs, const Deadline& deadline);

}  // namespace hrfcheck::inline termination
