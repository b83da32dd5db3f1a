#pragma once

#include <vector>

#include "program/structure/event_structure.h"

namespace hrfcheck::inline program {

/// By instruction of the thread: whether arithmetic in it may make an address of integers
/// (program/expr/addresses.h) or overflow (IntegerKind::strict), and so fault. True too often at times, never
/// too seldom.
std::vector<bool> mayOverflow(const EventStructure& structure, ThreadId thread);

}  // namespace hrfcheck::inline program
