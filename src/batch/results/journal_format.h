#pragma once

#include <optional>
#include <string>
#include <utility>

#include "batch/results/journal.h"
#include "jobs/complete_file.h"

namespace hrfcheck::inline batch {

using RowPlace = std::pair<std::size_t, std::size_t>;  ///< test, column

/// The first line of a results file, ended.
std::string headerLine(const JournalHeader& header);
/// The last line of one whose run was stopped, and could say so; ended.
std::string stoppedLine(const RunExtent& extent, std::size_t rows);

/// A line that crosses out a row before it, which is to be asked again; ended.
std::string forgottenLine(std::size_t test, std::size_t column);

/// @param file for the message
/// @throws UserError when the line is not a header that this version reads
JournalHeader parseHeader(const std::string& line, const std::string& file);
/// Test and column when a line crosses out a row.
/// @throws UserError when it looks like one and is not
std::optional<RowPlace> parseForgotten(const std::string& line, const std::string& place);
/// What tells these files from other results.
inline constexpr ResultsKind kBatchResults{"hrfcheck batch", "rows", "rows", "malformed"};
/// Whether this is the last line of a run that was stopped.
/// @throws UserError when it looks like one and is not
bool parseStopped(const std::string& line, const std::string& place);
/// Whether this is one of the two kinds of last lines.
bool isLastLine(const std::string& line, const std::string& place);
/// @param place for the message: "results.jsonl:12"
/// @throws UserError when the line is no row, or not one of this corpus and shard
ResultRow parseJournalRow(const std::string& line, const JournalHeader& header, const std::string& place);

/// What a file is compared for.
enum class Fit {
  Resume,  ///< the shard must be the same; what is asked may have changed
  Merge    ///< the shards of one run: the models and the texts of all tests must be the same
};

/// How a file that was made with `theirs` differs from what a run with `ours` wants: "it was made with
/// --unroll 4, not 2". Empty when they fit, apart from the lists of tests, which hashes cannot name.
std::string difference(const JournalHeader& theirs, const JournalHeader& ours, Fit fit);

}  // namespace hrfcheck::inline batch
