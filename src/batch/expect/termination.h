#pragma once

#include <string>

#include "report/rows/result_row.h"

namespace hrfcheck::inline batch {

/// How a row and an expectation write a scheduler, however it was written: "hsa+obe" for "OBE-HSA", "weak"
/// for nothing. One that is not known comes back in lower case.
std::string schedulerText(const std::string& written);

/// Judges a row of kProgressModel by the `terminates` lines of its test. They speak of interleavings: what is
/// conditional counts.
void judgeTerminates(ResultRow& row);

/// Whether an answer is as expected; an answer that is conditional is unsupported.
/// @param result with source, property and scheduler, to be completed
/// @param expected that the test terminates
/// @param who stands in front of messages
/// @pre the row has an answer
ExpectationResult judgeTermination(const ResultRow& row, bool expected, const std::string& who,
                                   ExpectationResult result);

}  // namespace hrfcheck::inline batch
