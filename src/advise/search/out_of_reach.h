#pragma once

#include <string>
#include <vector>

#include "advise/edits/edited_test.h"

namespace hrfcheck::inline advise {

/// What edits of the allowed kinds cannot change, for people, in the order of the text: "line 9: the scope of
/// s.load(...)". Empty where they reach everything of their kinds.
std::vector<std::string> outOfReach(const EditedTest& test, const EditKinds& kinds);

}  // namespace hrfcheck::inline advise
