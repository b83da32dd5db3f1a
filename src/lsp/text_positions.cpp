#include "lsp/text_positions.h"

#include <algorithm>

#include "util/utf16.h"

namespace hrfcheck::inline lsp {
namespace {

/// How many bytes the character has that begins there. @pre the text is not empty
std::size_t bytesOfFirst(std::string_view text) {
  std::size_t bytes = 1;
  while (bytes < text.size() && (static_cast<unsigned char>(text[bytes]) & 0xC0U) == 0x80U) {
    ++bytes;
  }
  return bytes;
}

}  // namespace

TextPositions::TextPositions(std::string_view text) : text_(text), lines_{0}, reported_{0} {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool pair = text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n';
    if (text[i] == '\n' || (text[i] == '\r' && !pair)) {
      lines_.push_back(i + 1);
    }
    if (text[i] == '\n') {
      reported_.push_back(i + 1);
    }
  }
}

std::size_t TextPositions::endOfLine(std::size_t line) const {
  std::size_t end = line + 1 < lines_.size() ? lines_[line + 1] : text_.size();
  while (end > lines_[line] && (text_[end - 1] == '\n' || text_[end - 1] == '\r')) {
    --end;
  }
  return end;
}

std::size_t TextPositions::offsetOf(Position position) const {
  if (position.line >= lines_.size()) {
    return text_.size();
  }
  const std::size_t end = endOfLine(position.line);
  std::size_t offset = lines_[position.line];
  std::size_t units = 0;
  while (offset < end) {
    const std::size_t bytes = bytesOfFirst(text_.substr(offset, end - offset));
    units += utf16Units(text_.substr(offset, bytes));
    if (units > position.character) {
      break;
    }
    offset += bytes;
  }
  return offset;
}

Position TextPositions::positionOf(std::size_t offset) const {
  offset = std::min(offset, text_.size());
  const auto next = std::ranges::upper_bound(lines_, offset);
  const auto line = static_cast<std::size_t>(next - lines_.begin()) - 1;
  return {line, utf16Units(text_.substr(lines_[line], offset - lines_[line]))};
}

std::size_t TextPositions::offsetOfReported(std::size_t line, std::size_t column) const {
  if (line == 0 || line > reported_.size()) {
    return line == 0 ? 0 : text_.size();
  }
  return std::min(reported_[line - 1] + (column > 0 ? column - 1 : 0), text_.size());
}

Range TextPositions::reportedLine(std::size_t line) const {
  if (line == 0 || line > reported_.size()) {
    return {offsetOfReported(line, 0), offsetOfReported(line, 0)};
  }
  const std::size_t begin = reported_[line - 1];
  std::size_t end = line < reported_.size() ? reported_[line] - 1 : text_.size();
  end -= end > begin && text_[end - 1] == '\r' ? 1 : 0;
  return {begin, end};
}

}  // namespace hrfcheck::inline lsp
