#pragma once

#include <vector>

#include "program/skeleton/skeleton.h"

namespace hrfcheck::inline program {

/// By instruction of the thread: whether arithmetic in it may make an address of integers, and so fault
/// (program/ir/addresses.h). True too often at times, never too seldom.
std::vector<bool> mayForgeAddress(const Skeleton& skeleton, ThreadId thread);

}  // namespace hrfcheck::inline program
