#pragma once

#include <string_view>
#include <vector>

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
};

/// What stands on a line in the code that the threads have: by the debugging information of compiled code,
/// else by the text itself. A line with several accesses is all of them.
FoundAccesses accessesAt(const Program& program, const ReportedAccess& line);

/// Every access of the program.
std::vector<InstructionRef> allAccesses(const Program& program);

}  // namespace hrfcheck::inline triage
