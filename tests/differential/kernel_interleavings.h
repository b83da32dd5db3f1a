#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <tuple>

#include "differential/kernel_tree.h"

namespace hrfcheck::kernels {

/// How an execution fails to complete.
enum class Failure { Bound, Divergence, Fault };

/// All interleavings of the threads of a kernel.
struct Interleavings {
  bool complete = false;  ///< else there were more states than asked for, and what follows is a part
  std::size_t states = 0;
  /// Values by name ("x", "a[1]", "tmp@g1[0]", "2:r0") where every thread has ended.
  std::set<std::map<std::string, std::int64_t>> finalStates;
  /// Which thread fails, at which statement.
  std::set<std::tuple<Failure, unsigned, const Stmt*>> failures;
};

/// Executes the tree of a kernel: one access at a time, in every order.
/// @param bound rounds of a loop, after which its thread is stopped
Interleavings interleavingsOf(const Kernel& kernel, unsigned bound, std::size_t mostStates);

}  // namespace hrfcheck::kernels
