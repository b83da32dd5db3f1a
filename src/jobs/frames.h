#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace hrfcheck::inline jobs {

/// What came from a worker is not what workers say.
class UnreadableMessage : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A text behind its length, for a stream.
std::string framed(std::string_view payload);

/// Cuts a stream into the texts that were put into it.
class FrameReader {
 public:
  void append(std::string_view bytes) { buffer_ += bytes; }
  /// The next text, once all of it has come.
  /// @throws UnreadableMessage for a length that no text has
  std::optional<std::string> next();

 private:
  std::string buffer_;
  std::size_t begin_ = 0;  ///< of what has not been given out
};

}  // namespace hrfcheck::inline jobs
