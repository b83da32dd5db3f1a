#pragma once

#include <cstdint>
#include <vector>

#include "util/source.h"

namespace hrfcheck::frontend {

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
