#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace hrfcheck::inline lsp {

/// A place in a text as editors count it: lines from 0, and in a line code units of UTF-16 from 0.
struct Position {
  std::size_t line = 0;
  std::size_t character = 0;

  friend auto operator<=>(const Position&, const Position&) = default;
};

/// A half-open range of byte offsets.
struct Range {
  std::size_t begin = 0;
  std::size_t end = 0;

  friend auto operator<=>(const Range&, const Range&) = default;
};

/// The places of a text in UTF-8, which must outlive this, in all ways in which they are counted.
class TextPositions {
 public:
  explicit TextPositions(std::string_view text);

  /// Positions behind the end of a line mean its end, and those behind the text the end of that.
  std::size_t offsetOf(Position position) const;
  Position positionOf(std::size_t offset) const;
  /// Of a place as reports count it: lines and bytes in them from 1.
  std::size_t offsetOfReported(std::size_t line, std::size_t column) const;
  /// A line (from 1) without its end, as reports count lines.
  Range reportedLine(std::size_t line) const;

 private:
  std::size_t endOfLine(std::size_t line) const;

  std::string_view text_;
  std::vector<std::size_t> lines_;     ///< where lines begin, for editors: '\n', '\r\n' and '\r' end them
  std::vector<std::size_t> reported_;  ///< for reports: '\n' ends them
};

}  // namespace hrfcheck::inline lsp
