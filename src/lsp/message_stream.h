#pragma once

#include <cstddef>
#include <mutex>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <stdexcept>
#include <string>

namespace hrfcheck::inline lsp {

/// What comes in is cut off, or does not begin as a message does: nothing behind it can be read.
class BrokenStream : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A message was longer than any may be, and is skipped; the next one can be read.
class MessageTooLong : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Messages as the Language Server Protocol frames them: `Content-Length: 42`, an empty line, and so many
/// bytes.
class MessageReader {
 public:
  /// @param descriptor is closed by others
  /// @param longest bytes of one message
  MessageReader(int descriptor, std::size_t longest) : descriptor_(descriptor), longest_(longest) {}

  /// The content of the next message, once all of it has come; nothing where the stream ends before it.
  /// @throws BrokenStream, MessageTooLong
  std::optional<std::string> next();

 private:
  bool fill();
  std::optional<std::string> line();
  std::optional<std::size_t> length();
  void skip(std::size_t bytes);

  int descriptor_;
  std::size_t longest_;
  std::string buffer_;  ///< what has come and was not given out
  std::size_t begin_ = 0;
};

/// The same way out. Any number of threads may write.
class MessageWriter {
 public:
  explicit MessageWriter(int descriptor) : descriptor_(descriptor) {}

  /// What nobody reads any more is dropped.
  void write(const nlohmann::json& message);

 private:
  std::mutex mutex_;
  int descriptor_;
};

}  // namespace hrfcheck::inline lsp
