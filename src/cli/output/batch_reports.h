#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "batch/output_files.h"
#include "cli/arguments.h"
#include "report/rows/row_change.h"
#include "report/rows/run_facts.h"
#include "report/rows/tally.h"

namespace hrfcheck::inline cli {

// What `hrfcheck batch` writes of its rows.

/// Files that are known by name before the run; the logs of models are not.
std::vector<OutputFile> reportFiles(const BatchArguments& arguments);

/// Of a run that begins now.
RunFacts factsAtStart(const BatchArguments& arguments);

/// Whatever ends the run, even SIGKILL: no report of an earlier one is left that could be taken for its own.
/// @throws UserError for what cannot be written, as below
void writeUnended(const BatchArguments& arguments, const RunFacts& facts, const RunExtent& extent);

/// A run that has ended.
struct EndedRun {
  const Rows& rows;
  const Tally& tally;
  const RunExtent& extent;
  RunFacts facts;
  std::optional<Changes> changes = std::nullopt;     ///< since the run of --baseline
  std::map<std::string, std::size_t> unwanted = {};  ///< rows by what is wrong with them (unwantedIn)
};

/// Everything that is made of the rows when the run has ended: the reports, then the text on standard output.
void writeReports(const BatchArguments& arguments, const EndedRun& run);

}  // namespace hrfcheck::inline cli
