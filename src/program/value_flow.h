#pragma once

#include <vector>

#include "program/program.h"
#include "program/unroll.h"

namespace hrfcheck {

/// What a test's values can be at most, found by letting value sets flow through the code. Branches that no
/// value leads to are followed, too, where they depend on reads (thin air, see value_flow.cpp).
struct ValueFlow {
  /// By location, sorted: what a read of it may return.
  std::vector<std::vector<Value>> domains;
  /// By thread and node, sorted: locations its access may touch; empty for other instructions.
  std::vector<std::vector<std::vector<LocationId>>> nodeLocations;
};

/// @param rounds how often stored values may flow on into reads; the number of write events is enough for any
///        execution in which values do not come out of thin air
/// @throws UserError when a set of values grows beyond what can be enumerated
ValueFlow inferValues(const Program& program, const std::vector<UnrolledThread>& threads, unsigned rounds);

}  // namespace hrfcheck
