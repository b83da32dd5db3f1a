#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "util/source.h"

namespace hrfcheck::cat {

/// The files of models/, by name ("rsp.cat"), as they were when the program was built
/// (cmake/EmbedModels.cmake).
const std::map<std::string, std::string_view, std::less<>>& shippedFiles();

/// Where they seem to lie: paths of this folder stand for them, and no file is opened.
inline constexpr std::string_view kShippedFolder = "<shipped>";

bool isShipped(const std::filesystem::path& path);

/// The path of one of them.
std::filesystem::path shippedPath(std::string_view file);

/// The text of a model file, shipped or not.
/// @throws UserError when it cannot be read
SourcePtr readShippedOrFile(const std::filesystem::path& path);

}  // namespace hrfcheck::cat
