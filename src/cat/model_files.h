#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cat/ast.h"
#include "util/diagnostic.h"

namespace hrfcheck::cat {

/// The files a model includes: finds and parses them, and keeps the trees, which procedures point into.
class ModelFiles {
 public:
  explicit ModelFiles(const std::vector<std::filesystem::path>& folders) : folders_(folders) {}

  /// The file `name` beside `from`, else in the folders.
  std::optional<std::filesystem::path> find(const std::string& name, const SourcePtr& from) const;
  const File& parse(const SourcePtr& source, Diagnostics& diagnostics);

 private:
  const std::vector<std::filesystem::path>& folders_;
  std::vector<std::unique_ptr<const File>> files_;
};

}  // namespace hrfcheck::cat
