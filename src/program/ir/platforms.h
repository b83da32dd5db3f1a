#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "program/ir/scheduler.h"

namespace hrfcheck::inline program {

/// What a platform promises to the threads of a program: docs/progress.md, "The schedulers", has the sources.
struct Platform {
  /// The innermost groups that the promise is made to; threads of the same one are treated fairly.
  enum class Among {
    Threads,  ///< each thread by itself
    Groups,   ///< work-groups (thread blocks), or clusters of them where the test has that level
    Grids     ///< all threads of a launch
  };
  std::string_view name;
  Scheduler scheduler;
  Among among;
  /// The dialects of tests that run on it; empty for none.
  std::array<std::string_view, 2> dialects;
};

/// In the order of the documentation.
std::span<const Platform> platforms();
/// In any case; null where there is none.
const Platform* platformNamed(std::string_view name);
/// Those that tests of a dialect run on.
/// @param dialect "CUDA", "HSA" (Program::dialect)
std::vector<const Platform*> platformsOf(std::string_view dialect);
/// @param dialect of the test that the platform is asked about
/// @throws UserError if the platform promises something to groups that the language does not know
void requireMeaning(const Platform& platform, std::string_view dialect);
/// The promise as one for each level of a scope tree.
/// @param levels names, inner to outer; none where the answer is not looked at but for its name
/// @throws UserError at `place` if the promise is made to groups that the test has no level of
SchedulerSpec promiseOf(const Platform& platform, const std::vector<std::string>& levels, const Place& place);

/// What a platform promises in the words of a test: "once a thread has run, all threads of its cluster are
/// treated fairly (device=obe,cluster=obe)".
/// @param spec of a platform, as promiseOf has it
/// @param idle a level whose instances are those of the level below, and are called so
std::string platformText(const SchedulerSpec& spec, const std::vector<std::string>& levels,
                         std::optional<std::uint32_t> idle);

}  // namespace hrfcheck::inline program
