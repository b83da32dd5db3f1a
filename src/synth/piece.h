#pragma once

#include <optional>
#include <string>
#include <vector>

#include "synth/search/shape_classes.h"
#include "synth/synth.h"

namespace hrfcheck::inline synth {

/// A piece of work: the shapes with numbers [first, last) of one number of events.
struct SynthPiece {
  unsigned events = 0;
  std::uint64_t index = 0, first = 0, last = 0;
  std::uint64_t keep = 0;  ///< tests that are wanted; the others are only counted
  bool byShape = false;    ///< tests are wanted by class (ShapeClasses), and no others

  std::string text() const;
  static SynthPiece parse(const std::string& text);
};

/// What came of a piece.
struct SynthPieceResult {
  SynthCounts counts;
  SynthTally tally;
  /// The first tests, with the numbers of their shapes.
  std::vector<std::pair<std::uint64_t, AnsweredTest>> tests;
  ShapeClasses classes;  ///< where tests are wanted by class
  bool complete = true;  ///< the time was enough
  /// The number of a shape that a model cannot be asked about: it threw UserError, and the search ended.
  std::optional<std::uint64_t> refused = std::nullopt;

  std::string text() const;
  /// @param space the shapes of the piece
  /// @throws std::exception when it is not the text of a result
  static SynthPieceResult parse(const std::string& text, const ShapeSpace& space);
  /// The same of a text that anybody may have written.
  /// @param piece what was searched, and how many tests are wanted of it at least, if there are that many
  /// @throws std::runtime_error when it is not the result of this piece of this question
  static SynthPieceResult read(const std::string& text, const SynthPiece& piece, const ShapeSpace& space,
                               const SynthQuestion& question);
};

/// Does a piece of work: finds the tests that are wanted.
SynthPieceResult searchPiece(const ShapeSearch& search, const ShapeSpace& space, const SynthPiece& piece,
                             const Deadline& deadline);

}  // namespace hrfcheck::inline synth
