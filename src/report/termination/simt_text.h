#pragma once

#include <string>
#include <vector>

#include "termination/termination.h"

namespace hrfcheck::inline report {

/// "SIMD deadlock", "alias, self", ...
const char* nameOf(CauseKind kind);
/// A cause in a sentence: who waits for whom, with lines, lanes and masks.
std::string causeText(const Program& program, const Cause& cause);
/// A finding in a sentence.
std::string findingText(const Program& program, const Finding& finding);
/// The lanes of a step's agent: `#` acts, `o` is active, `.` is masked off, `-` has ended; empty for a thread
/// by itself.
std::string maskText(const ScheduleStep& step);

}  // namespace hrfcheck::inline report
