#pragma once

#include <optional>
#include <string>
#include <utility>

#include "check/check.h"

namespace hrfcheck::inline report {

/// One execution of a verdict.
struct ShownExecution {
  Execution execution;
  std::optional<std::pair<EventId, EventId>> racing;
  std::string about;  ///< "P0:1 and P1:0 race", "satisfies the condition"
};

/// Of the race that is reported first, if there is one.
/// @pre races are explained
std::optional<ShownExecution> racyExecution(const Verdict& verdict);

/// The execution that says most about a verdict, or nothing when there is none:
///
///  * of a racy test one that shows a race, if possible one that also ends as the condition asks about;
///  * of a test that is undefined for another reason the execution that makes it so;
///  * else one that ends as the condition asks about: for `forall` in a state that violates it;
///  * else the one that comes closest to that.
/// @param model that the verdict is about
/// @pre races are explained
std::optional<ShownExecution> shownExecution(const Verdict& verdict, const Model& model);

}  // namespace hrfcheck::inline report
