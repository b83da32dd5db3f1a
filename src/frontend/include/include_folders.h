#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "util/source.h"

namespace hrfcheck::frontend {

/// A file that may be included, by its one name: two names of one file are the same.
struct IncludableFile {
  std::filesystem::path path;
  std::filesystem::path root;  ///< the folder below which it and what it includes must lie
};

/// Where files that a text includes may lie: below folders that the user names (`-I DIR`), and beside a file
/// that the user names. Nothing else is ever opened, and whether there is something else does not show.
class IncludeFolders {
 public:
  IncludeFolders() = default;
  /// @param folders in the order in which they are looked at
  /// @param beside a file whose folder is looked at first for names in quotes; empty for none
  IncludeFolders(const std::vector<std::string>& folders, const std::string& beside);

  /// Whether nothing may be included.
  bool none() const { return folders_.empty() && !beside_; }

  /// The file that a directive names.
  /// @param quoted `"name"`, or else `<name>`
  /// @param by the file that has the directive; null for the text itself
  std::optional<IncludableFile> find(std::string_view name, bool quoted, const IncludableFile* by) const;

 private:
  std::vector<std::filesystem::path> folders_;
  std::optional<std::filesystem::path> beside_;
};

}  // namespace hrfcheck::frontend
