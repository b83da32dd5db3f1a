#pragma once

#include <optional>
#include <string>
#include <utility>

#include "check/check.h"

namespace hrfcheck {

/// One execution of a verdict.
struct ShownExecution {
  Execution execution;
  std::optional<std::pair<EventId, EventId>> racing;
  std::string about;  ///< "P0:1 and P1:0 race", "satisfies the condition"
};

/// Of the race that is told first, if there is one.
/// @pre races are explained
std::optional<ShownExecution> racyExecution(const Verdict& verdict);

/// The one that tells most about a verdict: of its first race, or an outcome that satisfies the condition, or
/// any outcome, or an execution that does not end. Nothing when there is none.
/// @pre races are explained
std::optional<ShownExecution> shownExecution(const Verdict& verdict);

}  // namespace hrfcheck
