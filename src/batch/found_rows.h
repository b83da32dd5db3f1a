#pragma once

#include <functional>
#include <string>
#include <vector>

#include "batch/task.h"

namespace hrfcheck::inline batch {

// What happens to the rows of an earlier run. The parent offers those that are worth keeping, a worker that
// has read the test says which of them answer what is asked now, and the parent puts them in their places.

/// The rows of one test that may stay. What costs nothing to ask again is not offered, and with `retry`
/// nothing that has no answer.
/// @param path of the test now
FoundRows offeredRows(const std::vector<ResultRow>& rows, const std::string& path, bool retry);

/// The rows of one test, sorted by what happens to them.
struct SettledRows {
  std::vector<ResultRow> dropped;   ///< as they were: not asked any more, or asked again
  std::vector<ResultRow> replaced;  ///< as they were, of those in `staying` that are written differently now
  std::vector<ResultRow> staying;   ///< as they are now
  std::vector<ResultRow> changed;   ///< of them, those that replace one
};

/// @param offered what was offered of these rows
/// @param plan what a worker said to it
/// @param judge fills in expectations
SettledRows settledRows(const std::vector<ResultRow>& rows, const FoundRows& offered, const TestPlan& plan,
                        const std::function<void(ResultRow&)>& judge);

}  // namespace hrfcheck::inline batch
