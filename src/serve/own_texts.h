#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace hrfcheck::inline serve {

/// A text that a question brings along beside its test: a model, or a machine.
struct OwnText {
  std::string name;  ///< "mine", by which the question speaks of it
  std::string file;  ///< "mine.cat", where the command finds it
  std::string text;
};

/// What a field holds: {"mine": "...", ...}, and nothing where there is no such field.
/// @param ending of the files: ".cat"
/// @param taken names that stand for something else
/// @param longest bytes of all of them together
/// @throws Refused with status 400 for what is no such field or no name, 413 for too long texts
std::vector<OwnText> ownTextsIn(const nlohmann::json& body, const std::string& field,
                                const std::string& ending, const std::vector<std::string>& taken,
                                std::size_t longest);

}  // namespace hrfcheck::inline serve
