#pragma once

#include <cstdint>

#include "synth/search/answer_search.h"

namespace hrfcheck::test {

/// Checks that search over executions and brute force over programs find the same numbers of tests, for every
/// combination of answers of all models together.
/// @param question that wants tests which some model does not forbid
/// @returns how many tests these are
std::uint64_t testsAgreedOn(const SynthQuestion& question);

}  // namespace hrfcheck::test
