#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "target.h"

namespace hrfcheck::fuzz {

/// A text, and where it is from.
using Input = std::pair<std::string, std::string>;

/// The files of a folder and of those in it, or the file itself, by path; none where there is nothing.
std::vector<Input> filesUnder(const std::filesystem::path& path);

/// What a target begins with: its examples, and what it finds in the project's tests and models, and in
/// outside tests where these stand beside the project.
std::vector<Input> seedsOf(const Target& target);

/// The words of a target, once each, as libFuzzer's -dict wants them.
std::string dictionaryOf(const Target& target);

}  // namespace hrfcheck::fuzz
