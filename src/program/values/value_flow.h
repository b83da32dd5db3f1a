#pragma once

#include <vector>

#include "program/ir/program.h"
#include "program/unroll/unroll.h"
#include "util/deadline.h"

namespace hrfcheck::inline program {

/// What a test's values can be at most, found by letting value sets flow through the code. Branches that no
/// value leads to are followed, too, where they depend on reads (thin air, see value_flow.cpp).
struct ValueFlow {
  /// By location, sorted: what a read of it may return.
  std::vector<std::vector<Value>> domains;
  /// By thread and node, sorted: locations its access may touch; empty for other instructions.
  std::vector<std::vector<std::vector<LocationId>>> nodeLocations;
};

/// @throws UserError when a set of values grows beyond what can be enumerated
/// @throws OutOfTime when the deadline expires first
ValueFlow inferValues(const Program& program, const std::vector<UnrolledThread>& threads,
                      const Deadline& deadline = {});

}  // namespace hrfcheck::inline program
