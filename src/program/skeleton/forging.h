#pragma once

#include <vector>

#include "program/skeleton/skeleton.h"

namespace hrfcheck::inline program {

/// By instruction of the thread: whether arithmetic in it may make an address of integers
/// (program/ir/addresses.h) or overflow (IntegerKind::strict), and so fault. True too often at times, never
/// too seldom.
std::vector<bool> mayForgeOrOverflow(const Skeleton& skeleton, ThreadId thread);

}  // namespace hrfcheck::inline program
