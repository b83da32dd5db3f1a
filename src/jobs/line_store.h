#pragma once

#include <cstdint>
#include <string>

#include "jobs/descriptor.h"

namespace hrfcheck::inline jobs {

/// A file that lines are added to, each whole or not at all, and read back from.
class LineStore {
 public:
  /// Opens a file, or makes it, and locks it against other runs. What it holds stays.
  /// @throws UserError when it cannot be written, or another run writes it
  static LineStore open(const std::string& path, bool create);
  /// A file without a name, gone with the process.
  static LineStore anonymous();
  /// A new file that takes the place of the one at `path` once it is whole (replace).
  static LineStore beside(const std::string& path);

  LineStore(LineStore&&) noexcept = default;
  LineStore& operator=(LineStore&&) noexcept = default;

  /// Adds a line with its end by one call to write; what a full disk leaves of it is taken away again.
  /// @returns where it begins
  /// @throws UserError "cannot write FILE: reason"; from then on always
  std::uint64_t append(const std::string& line);
  /// @throws UserError
  std::string read(std::uint64_t offset, std::size_t length) const;
  void truncate(std::uint64_t length);
  /// The file `path` is now this one, in one step.
  /// @throws UserError; `path` is then what it was
  void replace(const std::string& path);
  /// Takes away a file that `replace` was not called for.
  void discard();

  std::uint64_t size() const { return size_; }
  int descriptor() const { return file_.get(); }

 private:
  LineStore(std::string name, Descriptor file) : name_(std::move(name)), file_(std::move(file)) {}

  std::string name_;       ///< for messages
  std::string temporary_;  ///< of a store beside another
  Descriptor file_;
  std::uint64_t size_ = 0;
  int failure_ = 0;  ///< errno of the write that failed
};

/// Writes all of a text to a pipe, a terminal or a device.
/// @throws UserError "cannot write NAME: reason"
void writeStream(int descriptor, const std::string& text, const std::string& name);

}  // namespace hrfcheck::inline jobs
