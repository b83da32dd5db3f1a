#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "frontend/ptx/debug/compiled_lines.h"
#include "program/structure/event_structure.h"
#include "triage/reports/reported.h"

namespace hrfcheck::inline triage {

/// Whether two names may be of one file: one is the other, or the end of it from a folder's name on. Both
/// kinds of slashes separate.
bool mayBeOneFile(std::string_view one, std::string_view other);

/// The accesses of a program that come from a line.
struct FoundAccesses {
  std::vector<InstructionRef> accesses;  ///< of all threads; sorted
  /// Accesses of other kinds stand there: "the line does not write".
  bool otherKind = false;
  /// The compiled code has accesses there, but no thread executes them.
  bool notExecuted = false;
};

/// Which accesses a line means: those that reports show there, and of compiled code those to which the
/// compiler's debugging information gives the line, in files that are not at hand, too; where there is none,
/// those of functions that were inlined at a call on the line. A line with several accesses is all of them.
class AccessLines {
 public:
  /// @param source of the program, Program::source; may be null
  /// @throws OutOfTime
  explicit AccessLines(const SourcePtr& source, const Deadline& deadline = {});

  /// @param program of that source, as it was read or as a model judges it
  FoundAccesses at(const Program& program, const ReportedAccess& line) const;

 private:
  bool standsOn(const Instruction& instruction, const ReportedAccess& line) const;
  bool isCalledOn(const Instruction& instruction, const ReportedAccess& line) const;

  std::optional<frontend::ptx::CompiledLines> compiled_;
};

/// Every access of the program.
std::vector<InstructionRef> allAccesses(const Program& program);

}  // namespace hrfcheck::inline triage
