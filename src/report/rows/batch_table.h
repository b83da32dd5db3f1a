#pragma once

#include <string>

#include "report/rows/result_row.h"
#include "report/rows/run_extent.h"
#include "report/rows/tally.h"

namespace hrfcheck::inline report {

/// Which tests a table lists.
enum class TableRows {
  All,
  Problems,          ///< and races that nobody expects
  ProblemsAndRaces,  ///< those that were expected, too
  None
};

/// Tests against models, one line for each test: whole words where they fit (answerOf), else letters with a
/// legend; failed expectations marked. Below it, each problem with its message. Ends in a line break unless
/// there is nothing to list.
std::string batchTable(const Rows& rows, TableRows which, bool colour);

/// Counts by model and in all, then the unsupported expectations by reason, what alone was asked, and how
/// many tests were not run.
std::string batchSummary(const Tally& tally, bool colour, const RunExtent& extent = {});

/// One line for a terminal: "[ 812/4086] 145/s, 22 s left, 2 failed".
/// @param width of the terminal; the line is no longer
std::string progressLine(std::size_t done, std::size_t all, double seconds, const Tally& tally,
                         std::size_t width);

}  // namespace hrfcheck::inline report
