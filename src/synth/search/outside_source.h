#pragma once

#include <string>
#include <vector>

#include "synth/search/answer_search.h"

namespace hrfcheck::inline synth {

/// What the tests of a question may use and the source of one of its models says nothing about, as outsideOf
/// has it of a program.
/// @param model index into SynthQuestion::models
std::vector<std::string> outsideOfSource(const SynthQuestion& question, std::size_t model);

}  // namespace hrfcheck::inline synth
