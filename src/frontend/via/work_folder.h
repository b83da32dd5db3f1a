#pragma once

#include <string>
#include <vector>

namespace hrfcheck::frontend::via {

/// A folder of our own, with an empty folder in it where a compiler works; both are removed in the end.
class WorkFolder {
 public:
  /// @throws UserError where there can be none
  WorkFolder();
  ~WorkFolder();
  WorkFolder(const WorkFolder&) = delete;
  WorkFolder& operator=(const WorkFolder&) = delete;

  /// Where the compiler works.
  std::string inside() const { return path_ + "/work"; }
  /// Writes the description of all files that Clang is to see: these of a folder, as if they lay in `seenAs`.
  void writeOverlay(const std::string& seenAs, const std::string& folder,
                    const std::vector<std::string>& files) const;
  /// Its name for who works inside.
  std::string overlayFromInside() const;

 private:
  std::string path_;
};

}  // namespace hrfcheck::frontend::via
