#pragma once

#include <string>

#include "report/rows/result_row.h"
#include "report/rows/run_extent.h"

namespace hrfcheck::inline report {

/// Static Analysis Results Interchange Format, version 2.1.0 (OASIS, 27 March 2020), as GitHub and editors
/// read it: a result for each race, fault, and mistake in a test that makes it unreadable, at its lines and
/// columns, and for each expectation that failed, at the line or condition of the test that states it. A race
/// that the expectations of its row name is no result. What is undecided, vacuous or crashed is a result of
/// kind `open`. The same finding under several models is one result.
/// @param version of hrfcheck
std::string sarif(const Rows& rows, const std::string& version, const RunExtent& extent = {});

}  // namespace hrfcheck::inline report
