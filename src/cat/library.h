#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "cat/model.h"

namespace hrfcheck {

/// Where model files are looked for: by name in the given folders, first hit wins.
class ModelLibrary {
 public:
  /// @param folders searched in order; the last is usually the installed models/
  explicit ModelLibrary(std::vector<std::filesystem::path> folders);

  /// Loads a model by name ("rsp") or path ("my/model.cat", anything with a slash or ending in .cat).
  /// @throws UserError with places for mistakes in the file, with near names for an unknown model.
  Model load(const std::string& nameOrPath) const;

  /// Names of all models of the folders, sorted; files meant only for inclusion (no check of their own,
  /// "Status: included") are left out.
  std::vector<std::string> names() const;

  const std::vector<std::filesystem::path>& folders() const { return folders_; }

 private:
  std::vector<std::filesystem::path> folders_;
};

/// Parses, type-checks and resolves one model text. Includes are searched beside the file, then in `folders`.
/// @throws UserError with every mistake found.
Model parseModel(const SourcePtr& source, const std::vector<std::filesystem::path>& folders);

}  // namespace hrfcheck
