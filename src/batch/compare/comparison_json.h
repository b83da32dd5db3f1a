#pragma once

#include <string>

#include "batch/compare/comparison.h"

namespace hrfcheck::inline batch {

inline constexpr int kComparisonVersion = 1;

/// All of a comparison as JSON (docs/comparison.schema.json).
/// @param testsLeft not done, after an interrupt
std::string comparisonJson(const Comparison& comparison, std::size_t testsLeft);

}  // namespace hrfcheck::inline batch
