#include "frontend/preprocess/printed_lines.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>

namespace hrfcheck::frontend {
namespace {

/// `# 12 "<stdin>" 2`
struct Marker {
  std::uint32_t line = 0;
  std::string_view file;
};

std::optional<Marker> markerIn(std::string_view line) {
  if (!line.starts_with("# ")) {
    return std::nullopt;
  }
  Marker result;
  const char* const end = line.data() + line.size();
  const auto [behind, problem] = std::from_chars(line.data() + 2, end, result.line);
  const std::string_view rest = line.substr(static_cast<std::size_t>(behind - line.data()));
  if (problem != std::errc() || !rest.starts_with(" \"")) {
    return std::nullopt;
  }
  result.file = rest.substr(2, rest.find('"', 2) - 2);
  return result;
}

constexpr std::string_view kIncluded = "<include ";

}  // namespace

std::string includedName(std::uint32_t includingLine) {
  return std::string(kIncluded) + std::to_string(includingLine) + ">";
}

std::uint32_t includingLine(std::string_view name) {
  std::uint32_t line = 0;
  if (name.starts_with(kIncluded)) {
    std::from_chars(name.data() + kIncluded.size(), name.data() + name.size(), line);
  }
  return line;
}

PrintedLines::PrintedLines(const SourcePtr& printed) {
  const std::string_view text = printed->text();
  bool ours = false;
  std::uint32_t includedBy = 0;
  std::uint32_t next = 1;
  lines_.push_back(0);
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    if (const std::optional<Marker> marker = markerIn(text.substr(begin, end - begin))) {
      ours = marker->file == "<stdin>";
      includedBy = includingLine(marker->file);
      otherFile_ = otherFile_ || (!ours && includedBy == 0 && marker->file != "<built-in>" &&
                                  marker->file != "<command-line>");
      next = marker->line;
      lines_.push_back(0);
    } else {
      lines_.push_back(ours ? next : includedBy);
      ++next;
    }
    begin = end + 1;
  }
}

std::uint32_t PrintedLines::lineOf(std::uint32_t printedLine) const {
  return printedLine < lines_.size() ? lines_[printedLine] : 0;
}

}  // namespace hrfcheck::frontend
