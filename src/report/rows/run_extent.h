#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "check/check_options.h"

namespace hrfcheck::inline report {

/// How many tests of a batch were run, and what was asked of them. Everything that is made of a run that
/// stopped early, or did not ask everything, says so: a report that lists no failure must not pass for one of
/// a run without failures, and one without races for one of tests without races.
struct RunExtent {
  std::size_t tests = 0;  ///< that were to be run; of one shard, its tests
  std::size_t done = 0;
  std::string stopped = {};  ///< why the run ended before all of them were done; empty when it did not
  CheckQuestion asked = CheckQuestion::Everything;  ///< or Condition, Races or Expected
  std::vector<std::string> unlaunched = {};  ///< kernels' files that are no tests: they specify no launch

  bool complete() const { return stopped.empty(); }
  std::size_t left() const { return tests - done; }
};

/// Of a kernel's file without a test.
inline constexpr const char* kUnlaunched = "specifies no launch (a line //# launch 2x2); skipped";

/// "4,152 of 4,321 tests were not run: interrupted". Empty for a complete run.
std::string incompleteText(const RunExtent& extent);
/// "Only the condition was checked: races were not checked, and outcomes are not listed." Empty where
/// everything was asked.
std::string onlyText(const RunExtent& extent);

}  // namespace hrfcheck::inline report
