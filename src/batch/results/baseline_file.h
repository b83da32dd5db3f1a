#pragma once

#include <string>

#include "batch/results/journal.h"
#include "report/rows/row_change.h"

namespace hrfcheck::inline batch {

/// The results of an earlier run.
struct BaselineFile {
  Baseline rows;
  Shard shard;  ///< that they are of
};

/// Reads a complete results file, of whichever version of hrfcheck and whichever options.
/// @throws UserError when it cannot be read, is no results file, or its run has not ended
BaselineFile readBaseline(const std::string& path);

}  // namespace hrfcheck::inline batch
