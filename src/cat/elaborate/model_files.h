#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cat/elaborate/budget.h"
#include "cat/syntax/ast.h"
#include "util/diagnostic.h"

namespace hrfcheck::cat {

/// The files a model includes: finds and parses them, each once, and keeps the trees, which procedures point
/// into.
class ModelFiles {
 public:
  /// @param shipped what no folder has may be one of the files that are compiled in
  ModelFiles(const std::vector<std::filesystem::path>& folders, bool trustIncludes, bool shipped,
             Budget& budget)
      : folders_(folders), trustIncludes_(trustIncludes), shipped_(shipped), budget_(budget) {}

  /// The model itself: what it includes may lie in its folder.
  const File& parseModel(const SourcePtr& source, Diagnostics& diagnostics);
  const File& parse(const SourcePtr& source, Diagnostics& diagnostics);
  /// Everything that was parsed so far, in order.
  const std::vector<SourcePtr>& sources() const { return sources_; }

  /// The file `name` beside the including one, else in the folders, else among those that are compiled in (of
  /// these, the others come first that are); without its text.
  /// @throws UserError at `where` when it would lead out of the folder of the model and of the folders
  std::optional<std::filesystem::path> find(const std::string& name, const Where& where) const;
  /// @throws UserError at `where` when it cannot be read, or is not a model
  const File& read(const std::filesystem::path& path, const Where& where, Diagnostics& diagnostics);

 private:
  void refuseOutside(const std::filesystem::path& path, const std::string& name, const Where& where) const;

  const std::vector<std::filesystem::path>& folders_;
  bool trustIncludes_;
  bool shipped_;
  Budget& budget_;
  std::filesystem::path modelFolder_;
  std::vector<std::unique_ptr<const File>> files_;
  std::map<std::filesystem::path, const File*> byPath_;
  std::vector<SourcePtr> sources_;
};

}  // namespace hrfcheck::cat
