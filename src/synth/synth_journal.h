#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "batch/results/journal.h"
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

/// A results file of a synthesis: a header, a line for each piece as it is done, and a last line that says
/// that it is complete. Lines go out whole; what a killed run leaves is valid up to its last line.
class SynthJournal {
 public:
  /// @param path nothing: nothing is written
  /// @param resume continues the file, whose incomplete last line is removed
  /// @throws UserError when it cannot be written, is being written, or, to be resumed, is none of ours or was
  /// made with another question
  SynthJournal(const std::optional<std::string>& path, const SynthHeader& header, bool resume);
  ~SynthJournal();

  /// What the file held when it was resumed.
  const SynthFoundPieces& found() const;
  void add(const SynthPieceKey& piece, const std::string& result);
  /// Every piece of the shard was added.
  void complete();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// The pieces of complete results files of all shards of one question.
/// @param header what is asked; its shard does not matter
/// @throws UserError for a file that is incomplete or answers another question, and for a shard that is
/// missing or there twice
SynthFoundPieces readSynthShards(const std::vector<std::string>& paths, const SynthHeader& header);

}  // namespace hrfcheck::inline synth
