#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "questions/question.h"

namespace hrfcheck::inline serve {

/// What a field holds: {"mine": "...", ...}, and nothing where there is no such field.
/// @param ending of the files: ".cat"
/// @param taken names that stand for something else
/// @param longest bytes of all of them together
/// @throws Refused with status 400 for what is no such field or no name, 413 for too long texts
std::vector<OwnText> ownTextsIn(const nlohmann::json& body, const std::string& field,
                                const std::string& ending, const std::vector<std::string>& taken,
                                std::size_t longest);

}  // namespace hrfcheck::inline serve
