#pragma once

#include <string>

#include "batch/compare/comparison.h"

namespace hrfcheck::inline batch {

/// What the models say of a test on which they differ: verdicts side by side, models that answer alike in one
/// entry; then what only some of them have: racing pairs, and final states each with an execution.
std::string differenceText(const TestAnswers& test, Basis basis, bool colour);

/// How the models relate over the corpus, with the smallest example for each direction; for more than
/// kMostInPairs models by classes. Then the tests without an answer.
std::string relationText(const Comparison& comparison, bool colour);

inline constexpr std::size_t kMostInPairs = 4;

}  // namespace hrfcheck::inline batch
