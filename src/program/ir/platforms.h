#pragma once

#include <span>
#include <string_view>

#include "program/ir/scheduler.h"

namespace hrfcheck::inline program {

/// What a platform promises to the threads of a program: docs/progress.md, "The schedulers", has the sources.
struct Platform {
  /// The innermost groups that the promise is made to; threads of the same one are treated fairly.
  enum class Among {
    Threads,  ///< each thread by itself
    Groups,   ///< work-groups (thread blocks), or clusters of them where the test has that level
    Grids     ///< all threads of a device
  };
  std::string_view name;
  Scheduler scheduler;
  Among among;
};

/// In the order of the documentation.
std::span<const Platform> platforms();
/// In any case; null where there is none.
const Platform* platformNamed(std::string_view name);
/// The promise as one for each level of a scope tree.
/// @param levels names, inner to outer; none where the answer is not looked at but for its name
/// @throws UserError at `place` if the promise is made to groups that the test has no level of
SchedulerSpec promiseOf(const Platform& platform, const std::vector<std::string>& levels, const Place& place);

}  // namespace hrfcheck::inline program
