#pragma once

#include <string>
#include <string_view>

namespace hrfcheck::inline util {

/// A folder that nobody else can read, in the folder for temporary files; it is gone when this is.
class PrivateFolder {
 public:
  /// @param name what its own begins with: "hrfcheck-observe"
  /// @throws UserError where there can be none
  explicit PrivateFolder(const std::string& name);
  ~PrivateFolder();
  PrivateFolder(const PrivateFolder&) = delete;
  PrivateFolder& operator=(const PrivateFolder&) = delete;

  const std::string& path() const { return path_; }
  /// Writes a file. @throws UserError where it cannot be written
  void write(const std::string& name, std::string_view text) const;

 private:
  std::string path_;
};

}  // namespace hrfcheck::inline util
