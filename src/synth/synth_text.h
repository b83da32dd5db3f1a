#pragma once

#include <string>

#include "synth/synth.h"

namespace hrfcheck::inline synth {

/// What is searched, and which tests are converted for which model.
std::string synthHeading(const SynthOptions& options, const SynthQuestion& question);

/// A found test in one line: its events and threads, the answers, its form and its name.
std::string synthTestLine(const WrittenTest& test);

/// What came of a search: the tests by size and answers, what was looked at, and how far nothing is left out.
/// @param timing whether to print times, too
std::string synthText(const SynthOptions& options, const SynthResult& result, bool timing);

}  // namespace hrfcheck::inline synth
