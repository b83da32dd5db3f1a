#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "jobs/results_file.h"
#include "suite/tally.h"

namespace hrfcheck::inline suite {

/// The first line of a suite's results file: what its lines depend on.
struct SuiteHeader {
  std::string version;  ///< of hrfcheck
  std::uint64_t pieces = 0;
  Shard shard;
  std::map<std::string, std::string> options;  ///< suiteDescription
  /// By name, hashes over the texts of the models that were asked, and what they include.
  std::map<std::string, std::string> models;

  friend bool operator==(const SuiteHeader&, const SuiteHeader&) = default;
};

/// What came of one piece of the suite.
struct SuitePieceLine {
  std::uint64_t piece = 0;
  SuiteTally tally;
};

/// What tells these files from other results.
inline constexpr ResultsKind kSuiteResults{"hrfcheck suite", "pieces", "lines",
                                           "not a line of a suite's results"};

// The lines of a results file (docs/suite.schema.json), ended where they are written. Anybody may have
// written what is read. @param place "four.jsonl:12", for messages.

std::string suiteHeaderLine(const SuiteHeader& header);
std::string suitePieceLine(std::uint64_t piece, const SuiteTally& tally);

/// @throws UserError when the line is not a header that this version reads
SuiteHeader parseSuiteHeader(const std::string& line, const std::string& path);
/// @throws UserError when the line is not one of this suite and shard
SuitePieceLine parseSuitePiece(const std::string& line, const SuiteHeader& header, const std::string& place);

/// How a file that was made with `theirs` differs from what `ours` asks: "it was made with env evict, not
/// fifo". The shards may differ in their number. Empty where they fit.
std::string difference(const SuiteHeader& theirs, const SuiteHeader& ours);

/// How many pieces are a shard's.
std::uint64_t piecesOf(const SuiteHeader& header);

/// Starts the results file of a run, or goes on with one.
/// @param found what the file held when it was resumed, by piece
/// @throws UserError when it cannot be written, is being written, or, to be resumed, is none of ours or was
/// made with other options
ResultsFile openSuiteResults(const std::string& path, const SuiteHeader& header, bool resume,
                             std::map<std::uint64_t, SuiteTally>& found);
void addPiece(ResultsFile& file, std::uint64_t piece, const SuiteTally& tally);

}  // namespace hrfcheck::inline suite
