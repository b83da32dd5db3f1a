#pragma once

#include <string>

#include "check/check.h"

namespace hrfcheck::inline check {

/// What another model says of a test where it says otherwise, in a sentence that begins with its name: of
/// races, or of the condition in a test without. Empty where the two agree or one of them is undecided.
std::string howItDiffers(const Verdict& mine, const Verdict& other, const std::string& model);

}  // namespace hrfcheck::inline check
