#pragma once

#include "report/rows/result_row.h"

namespace hrfcheck::inline batch {

/// What became of one statement of an `expect` line under the model of a row.
/// @param source where the line is: "mp.litmus:7"
ExpectationResult judgeStated(const ResultRow& row, const StatedAnswer& stated, std::string source);

/// Judges a row by the `expect` lines of its test that speak of its model.
void judgeExpectLines(ResultRow& row);

/// Whether they say what the condition of the test alone would be judged by: how often it holds, or that the
/// test is racy.
bool replacesCondition(const ResultRow& row);

}  // namespace hrfcheck::inline batch
