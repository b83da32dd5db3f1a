#include "report/html/source_marks.h"

#include <algorithm>
#include <optional>
#include <span>
#include <string_view>

namespace hrfcheck::inline report {
namespace {

/// Of one finding. Results files may come from anywhere, and each place is looked for in the text.
constexpr std::size_t kMostPlaces = 32;

/// Of valid UTF-8.
std::size_t utf16Units(std::string_view text) {
  std::size_t units = 0;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    units += (byte & 0xC0U) == 0x80U ? 0 : byte >= 0xF0U ? 2 : 1;
  }
  return units;
}

/// Where a line (from 1) begins.
std::optional<std::size_t> lineStart(std::string_view text, std::uint32_t line) {
  std::size_t at = 0;
  for (; line > 1; --line) {
    at = text.find('\n', at);
    if (at == std::string_view::npos) {
      return std::nullopt;
    }
    ++at;
  }
  return at;
}

/// Begin and end in bytes; a place without a column is its whole line.
std::optional<std::pair<std::size_t, std::size_t>> bytesAt(std::string_view text, const FoundAt& place) {
  const std::optional<std::size_t> start = place.line == 0 ? std::nullopt : lineStart(text, place.line);
  if (!start || *start >= text.size()) {
    return std::nullopt;
  }
  if (place.column == 0) {
    return std::pair(*start, std::min(text.find('\n', *start), text.size()));
  }
  const std::size_t begin = *start + place.column - 1;
  const std::size_t end = begin + place.length;
  return end > text.size() || begin == end ? std::nullopt : std::optional(std::pair(begin, end));
}

}  // namespace

std::vector<SourceMark> sourceMarks(const ResultRow& row, std::size_t most) {
  std::vector<SourceMark> marks;
  for (std::size_t i = 0; i < std::min(most, row.findings.size()); ++i) {
    const std::vector<FoundAt>& where = row.findings[i].where;
    for (const FoundAt& place : std::span(where).first(std::min(where.size(), kMostPlaces))) {
      const auto file = std::ranges::find(row.texts, place.file, &RowText::file);
      const auto bytes = file == row.texts.end() ? std::nullopt : bytesAt(file->text, place);
      if (bytes) {
        const std::string_view text = file->text;
        marks.push_back({i, static_cast<std::size_t>(file - row.texts.begin()),
                         utf16Units(text.substr(0, bytes->first)),
                         utf16Units(text.substr(bytes->first, bytes->second - bytes->first))});
      }
    }
  }
  return marks;
}

}  // namespace hrfcheck::inline report
