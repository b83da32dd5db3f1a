#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "util/source.h"

namespace hrfcheck::frontend {

/// What a file is called that a line of the text includes; the lines of its content count as that line.
std::string includedName(std::uint32_t includingLine);
/// The line in such a name; 0 where it is none.
std::uint32_t includingLine(std::string_view name);

/// Where the lines of a preprocessor's output come from, by its line markers (`# 12 "<stdin>"`).
class PrintedLines {
 public:
  explicit PrintedLines(const SourcePtr& printed);

  /// The line of the file from which a line of the output comes; 0: of the preprocessor's own, or a marker.
  std::uint32_t lineOf(std::uint32_t printedLine) const;
  /// Whether something of another file stands in the output, and the line from which it was included.
  bool hasOtherFile() const { return otherFile_; }

 private:
  std::vector<std::uint32_t> lines_;  ///< by line of the output, from 1
  bool otherFile_ = false;
};

}  // namespace hrfcheck::frontend
