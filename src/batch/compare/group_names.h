#pragma once

#include <string>
#include <vector>

namespace hrfcheck::inline batch {

/// Models that answer alike, in a sentence: "sc", "sc, rsp", "sc (and 4 more)". No two groups have a model in
/// common, so the first one tells them apart.
/// @pre there is one
std::string groupName(const std::vector<std::string>& models);

/// All of them: "sc, hrf0, rsp".
std::string allNames(const std::vector<std::string>& models);

/// The same on as many lines as they need, each indented and ended, within 80 columns.
std::string namesOnLines(const std::vector<std::string>& models, const std::string& indent);

}  // namespace hrfcheck::inline batch
