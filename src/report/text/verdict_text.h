#pragma once

#include <string>

#include "check/check.h"
#include "report/text/paint.h"

namespace hrfcheck::inline report {

/// Red, green, yellow or plain: how a verdict is coloured wherever it is shown.
std::string paintedHeadline(const Verdict& verdict, const std::string& text, const Paint& paint);

/// Whether the test asks about its final states. `exists (true)`, which it has otherwise, asks nothing.
bool asksCondition(const Program& program);

/// "Sometimes", or "undecided (bound reached)"; what is said of a condition.
std::string conditionAnswer(const Verdict& verdict);

/// An answer that follows from what was not found: in parentheses where it is conditional.
std::string assumed(const Verdict& verdict, const std::string& answer);

/// "no execution is consistent and complete": why there is no final state.
/// @pre the search was complete and found none
std::string whyVacuous(const Verdict& verdict);

}  // namespace hrfcheck::inline report
