#pragma once

#include <optional>
#include <string>
#include <vector>

#include "batch/synth/synth.h"

namespace hrfcheck::inline batch {

/// A piece of work: the shapes with numbers [first, last) of one number of events.
struct SynthPiece {
  unsigned events = 0;
  std::uint64_t index = 0, first = 0, last = 0;
  std::uint64_t keep = 0;  ///< tests that are wanted; the others are only counted

  std::string text() const;
  static SynthPiece parse(const std::string& text);
};

/// What came of a piece.
struct SynthPieceResult {
  SynthCounts counts;
  SynthTally tally;
  /// The first tests, with the numbers of their shapes.
  std::vector<std::pair<std::uint64_t, AnsweredTest>> tests;
  bool complete = true;  ///< the time was enough

  std::string text() const;
  /// @param space the shapes of the piece
  static SynthPieceResult parse(const std::string& text, const ShapeSpace& space);
  /// The same of a text that anybody may have written.
  /// @throws UserError when it is none, or none of this question
  static SynthPieceResult read(const std::string& text, const ShapeSpace& space,
                               const SynthQuestion& question);
};

/// Does a piece of work: finds the tests that are wanted.
SynthPieceResult searchPiece(const ShapeSearch& search, const ShapeSpace& space, const SynthPiece& piece,
                             const Deadline& deadline);

}  // namespace hrfcheck::inline batch
