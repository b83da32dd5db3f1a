#pragma once

#include <string>

#include "bench/runner/question.h"

namespace hrfcheck::bench {

/// A test or a launched kernel under a model, from its text to the verdict, with `auto`: CPU time. That it is
/// undecided, racy, or does not hold, and a loop that is cut at its bound, are problems.
Sample wholeVerdict(const Setting& setting, const Model& model, const std::string& text);

}  // namespace hrfcheck::bench
