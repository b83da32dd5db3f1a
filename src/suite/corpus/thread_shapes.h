#pragma once

#include <vector>

#include "program/expr/value.h"

namespace hrfcheck::inline suite {

/// How many accesses each thread of a generated program has, and where the threads sit.
struct ThreadShape {
  std::vector<std::uint32_t> sizes;       ///< by thread, each at least 1, not increasing
  std::vector<std::uint32_t> components;  ///< by thread
  std::vector<std::uint32_t> groups;      ///< by thread: the work-group's number in its component
  /// Renamings of threads, other than the identity, under which the shape stays the same: thread t becomes
  /// symmetry[t].
  std::vector<std::vector<ThreadId>> symmetries;
};

/// Every shape, once up to renaming of threads, work-groups and components, in a fixed order.
/// @param components whether threads may sit in several components
std::vector<ThreadShape> threadShapes(unsigned operations, unsigned threads, bool components);

}  // namespace hrfcheck::inline suite
