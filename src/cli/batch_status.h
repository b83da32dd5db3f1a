#pragma once

#include "cli/arguments.h"
#include "cli/output/exit_status.h"

namespace hrfcheck::inline cli {

/// An answer that is missing, or an expectation that is open.
ExitStatus statusOf(const ResultRow& row);
/// What a row means for the exit status of a batch.
ExitStatus statusOf(const ResultRow& row, const BatchArguments& arguments);

/// What is wrong with a row though no expectation says so, behind "3 rows ": "racy (--fail-on racy)".
std::vector<std::string> unwantedIn(const ResultRow& row, const BatchArguments& arguments);

/// Of rows that answer this question alone.
/// @throws UserError for options and reports that need another answer
void refuseNotAsked(const BatchArguments& arguments, CheckQuestion asked);

}  // namespace hrfcheck::inline cli
