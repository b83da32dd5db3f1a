#pragma once

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "program/ir/program.h"
#include "program/structure/event_structure.h"

namespace hrfcheck::test {

/// A test's text with one word made weaker, or one fence or barrier left out; lines stay where they are.
struct Planted {
  std::string what;  ///< "line 12: memory_order_release -> memory_order_relaxed"
  std::string text;
};

/// Every mistake of this kind that can be made in a kernel in OpenCL C, CUDA C++, HIP or PTX, or in columns
/// of HSA or Vulkan.
std::vector<Planted> mistakesIn(const std::string& text);

/// A line; in columns, of one thread.
using Spot = std::pair<ThreadId, std::uint32_t>;

/// Where a mistake is: instructions whose order or scope differs between two versions of a program, and those
/// that only the first has; of a fence, or a barrier, that is gone, also the memory accesses before and after
/// it in some thread.
std::set<Spot> weakenedSpots(const Program& fixed, const Program& mistaken);

/// From the first to the last line of the statement of an instruction.
std::set<Spot> spotsOfStatement(const Program& program, InstructionRef where);

}  // namespace hrfcheck::test
