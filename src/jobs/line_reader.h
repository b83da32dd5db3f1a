#pragma once

#include <cstdint>
#include <string>

#include "jobs/descriptor.h"

namespace hrfcheck::inline jobs {

/// The lines of a file, one after the other, each with its place. Only a part of the file is held.
class LineReader {
 public:
  /// @throws UserError when it cannot be read
  explicit LineReader(std::string path);
  /// Reads a file that is open already; its own position is not touched.
  /// @param descriptor stays open and outlives the reader
  LineReader(std::string path, int descriptor);

  /// The next line without its end; false at the end of the file.
  /// @throws UserError when it cannot be read, or is longer than any line that a run writes
  bool next(std::string& line);
  /// Whether the line that was read last has no end: the last of a file whose writer was stopped.
  bool torn() const { return torn_; }
  /// Where the line that was read last begins, in bytes.
  std::uint64_t offset() const { return lineOffset_; }
  /// "results.jsonl:12" of the line that was read last.
  std::string place() const;
  const std::string& path() const { return path_; }

 private:
  bool fill();

  std::string path_;
  Descriptor own_;
  int descriptor_;
  std::string buffer_;
  std::size_t position_ = 0;        ///< in the buffer
  std::uint64_t bufferOffset_ = 0;  ///< of the buffer in the file
  std::uint64_t lineOffset_ = 0;
  std::size_t number_ = 0;
  bool torn_ = false;
};

/// The last line of a file without its end. Empty where the line has no end; of a line that is longer than
/// those that end complete files, a part.
std::string lastLineOf(const std::string& path);

}  // namespace hrfcheck::inline jobs
