#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace hrfcheck::frontend::via {

/// What Clang is to see of a folder.
struct SeenFolder {
  std::string seenAs;
  std::string folder;
  std::vector<std::string> files = {};  ///< empty: all of it
};

/// A folder of our own, with an empty folder in it where a compiler works; both are removed in the end, by
/// the process that made them.
class WorkFolder {
 public:
  /// @throws UserError where there can be none
  WorkFolder();
  ~WorkFolder();
  WorkFolder(const WorkFolder&) = delete;
  WorkFolder& operator=(const WorkFolder&) = delete;

  /// Where the compiler works.
  std::string inside() const { return path_ + "/work"; }
  /// Writes the description of all files that Clang is to see.
  void writeOverlay(const std::vector<SeenFolder>& folders) const;
  /// Its name for who works inside.
  std::string overlayFromInside() const;
  /// Writes a file: its name may have folders in it.
  /// @return its path
  std::string write(const std::string& name, std::string_view text) const;
  std::string path() const { return path_; }

 private:
  std::string path_;
  int owner_;
};

}  // namespace hrfcheck::frontend::via
