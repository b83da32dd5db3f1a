#pragma once

#include <optional>
#include <string>
#include <vector>

#include "suite/suite.h"

namespace hrfcheck::inline suite {

/// What the shards of a suite found together.
struct MergedSuite {
  SuiteOptions options;  ///< what was asked, as the files say
  SuiteResult result;
};

/// Joins the complete results files of all shards of one suite.
/// @param results where the results of the whole are to be written: none of the files
/// @throws UserError for a file that is incomplete or no results file, one of another suite, model or
/// version, a shard that is missing or a duplicate, and pieces that are missing
MergedSuite mergeSuites(const std::vector<std::string>& paths, const std::optional<std::string>& results);

}  // namespace hrfcheck::inline suite
