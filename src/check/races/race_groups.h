#pragma once

#include "check/check.h"

namespace hrfcheck::inline check {

// One line of a test can be the code of several threads: of a function that they call, or of a body that is
// written once for all of them. Then one mistake in it makes many racing pairs.

/// The instructions with the same code on the same line of the source, this one among them.
std::vector<InstructionRef> sameLine(const Program& program, InstructionRef where);

/// The same edit of another instruction of the line, as far as it can be carried out there; nothing where
/// that changes nothing.
std::optional<AnnotationEdit> editedThere(const Program& program, const AnnotationEdit& edit,
                                          InstructionRef where);

/// The edits carried out on whole lines: what an edit of the source does. Sorted.
std::vector<AnnotationEdit> onWholeLines(const Program& program, const std::vector<AnnotationEdit>& edits);

/// Both races are between instructions of the same two lines.
bool sameLines(const Program& program, const Race& one, const Race& other);

/// Races between the same two lines.
struct RaceGroup {
  std::vector<std::size_t> races;  ///< indices into Verdict::races, the most informative first
  /// Edits of whole lines after which none of these pairs races; empty where none is known, and where the
  /// group is a single pair.
  std::vector<AnnotationEdit> fix;
  bool fixUpToBound = false;  ///< the fix was checked only as far as the unroll bound shows
};

/// All races of a verdict, in the order of the first of each group.
std::vector<RaceGroup> raceGroups(const Verdict& verdict);

/// An edit of the source: the scope and the order of what stands on a line.
struct LineEdit {
  std::uint32_t line;
  std::optional<std::uint32_t> level;         ///< nothing where the scope stays
  std::optional<Order> order = std::nullopt;  ///< nothing where the order stays

  friend auto operator<=>(const LineEdit&, const LineEdit&) = default;
};

/// Edits of whole lines, each once, by line.
std::vector<LineEdit> lineEditsOf(const Program& program, const std::vector<AnnotationEdit>& edits);

/// The lines of some instructions, sorted, each once.
std::vector<std::uint32_t> linesOf(const Program& program, const std::vector<InstructionRef>& where);

}  // namespace hrfcheck::inline check
