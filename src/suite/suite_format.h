#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "batch/results/journal.h"
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

// The lines of a results file (docs/suite.schema.json), ended where they are written. Anybody may have
// written what is read. @param place "four.jsonl:12", for messages.

std::string suiteHeaderLine(const SuiteHeader& header);
std::string suitePieceLine(std::uint64_t piece, const SuiteTally& tally);
std::string suiteCompletionLine(std::size_t lines);

/// @throws UserError when the line is no header that this version reads
SuiteHeader parseSuiteHeader(const std::string& line, const std::string& path);
/// The number of lines when this is the last line of a complete file.
/// @throws UserError when it looks like one and is not
std::optional<std::size_t> parseSuiteCompletion(const std::string& line, const std::string& place);
/// @throws UserError when the line is not one of this suite and shard
SuitePieceLine parseSuitePiece(const std::string& line, const SuiteHeader& header, const std::string& place);

/// How a file that was made with `theirs` differs from what `ours` asks: "it was made with env evict, not
/// fifo". The shards may differ in their number. Empty where they fit.
std::string difference(const SuiteHeader& theirs, const SuiteHeader& ours);

/// How many pieces are a shard's.
std::uint64_t piecesOf(const SuiteHeader& header);

}  // namespace hrfcheck::inline suite
