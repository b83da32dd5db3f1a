#pragma once

#include <string>

#include "report/rows/result_row.h"
#include "report/rows/run_extent.h"

namespace hrfcheck::inline report {

/// JUnit XML: a test suite for each model, a test case for each row; failures are failed expectations, errors
/// are crashes and unreadable tests, skipped is what is unsupported, not applicable or undecided (with the
/// reason). A run that stopped early has one more suite in front: a case with an error, so that no reader
/// mistakes the rest for the whole, and how many tests were run and why no more as properties. Where the
/// condition or races alone were asked, each suite has the property `only`.
/// @param times false prints every time as 0
std::string junitXml(const Rows& rows, bool times = true, const RunExtent& extent = {});

}  // namespace hrfcheck::inline report
