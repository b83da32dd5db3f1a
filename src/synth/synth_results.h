#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "jobs/results_file.h"
#include "util/diagnostic.h"

namespace hrfcheck::inline synth {

/// The first line of a results file of a synthesis: what its lines depend on.
struct SynthHeader {
  std::string version;  ///< of hrfcheck
  Shard shard;
  std::map<std::string, std::string> question;  ///< what was asked, with hashes of the models
};

/// A piece of the work: the number of events, and its index among the pieces of that number.
using SynthPieceKey = std::pair<unsigned, std::uint64_t>;
/// A line of a results file.
struct SynthFoundPiece {
  std::string result;  ///< SynthPieceResult::text
  std::string place;   ///< "results.jsonl:12"
};
using SynthFoundPieces = std::map<SynthPieceKey, SynthFoundPiece>;

/// @param place of a line that no search of this question has written
UserError malformedPiece(const std::string& place, const std::string& why);

/// Starts the results file of a search, or goes on with one.
/// @param found what the file held when it was resumed
/// @throws UserError when it cannot be written, is being written, or, to be resumed, is none of ours or was
/// made with another question
ResultsFile openSynthResults(const std::string& path, const SynthHeader& header, bool resume,
                             SynthFoundPieces& found);
void addPiece(ResultsFile& file, const SynthPieceKey& piece, const std::string& result);

/// The pieces of complete results files of all shards of one question.
/// @param header what is asked; its shard does not matter
/// @throws UserError for a file that is incomplete or answers another question, and for a shard that is
/// missing or duplicated
SynthFoundPieces readSynthShards(const std::vector<std::string>& paths, const SynthHeader& header);

}  // namespace hrfcheck::inline synth
