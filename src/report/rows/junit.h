#pragma once

#include <string>

#include "report/rows/result_row.h"

namespace hrfcheck {

/// JUnit XML: a test suite for each model, a test case for each row; failures are failed expectations, errors
/// are crashes and unreadable tests, skipped is what is unsupported, not applicable or undecided (with the
/// reason).
/// @param times false prints every time as 0
std::string junitXml(const Rows& rows, bool times = true);

}  // namespace hrfcheck
