#pragma once

#include <string>
#include <vector>

#include "report/rows/result_row.h"
#include "report/text/paint.h"

namespace hrfcheck::inline report {

/// Something a reader should look at: an expectation that failed or stays open, a row without its answer.
/// Models that are not for a test, and what this version does not know, are none.
bool isProblem(const ResultRow& row);

/// A race of which no expectation says that it should be there.
bool isUnexpectedRace(const ResultRow& row);

/// The problems of the rows of one test: its path, then each message once, with the models it is true of and
/// where it was expected otherwise. Empty without problems.
/// @param withRaces unexpected races are problems, too
std::string problemsOf(const std::vector<ResultRow>& rows, const Paint& paint, bool withRaces);

}  // namespace hrfcheck::inline report
