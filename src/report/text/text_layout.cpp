#include "report/text/text_layout.h"

#include <algorithm>
#include <string_view>

#include "util/utf8.h"

namespace hrfcheck::inline report {
namespace {

/// Columns that a text takes on a terminal: escape sequences for colours take none.
std::size_t columns(std::string_view text) {
  std::string seen;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text.compare(i, 2, "\x1b[") == 0) {
      i = std::min(text.find('m', i), text.size() - 1);
    } else {
      seen += text[i];
    }
  }
  return characters(seen);
}

/// Words stand apart as in a table.
bool hasColumns(const std::string& line) {
  return line.find("  ", std::min(line.find_first_not_of(' '), line.size())) != std::string::npos;
}

std::string foldedLine(const std::string& line, std::size_t width) {
  const std::size_t indent = std::min(line.find_first_not_of(' '), line.size());
  std::string text;
  std::string current = line.substr(0, indent);
  bool fresh = true;  // no word on the line yet
  for (std::size_t at = indent; at < line.size();) {
    const std::size_t word = std::min(line.find_first_not_of(' ', at), line.size());
    const std::size_t end = std::min(line.find(' ', word), line.size());
    const std::string next = line.substr(word, end - word);
    const std::string gap = line.substr(at, word - at);
    if (!fresh && columns(current) + columns(gap) + columns(next) > width) {
      text += trimmed(current) + "\n";
      current = std::string(indent + 2, ' ') + next;
    } else {
      current += gap + next;
    }
    fresh = false;
    at = end;
  }
  return text + current;
}

}  // namespace

std::string folded(const std::string& text, std::size_t width, WideRows rows) {
  std::string result;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string line = text.substr(begin, end - begin);
    const bool whole = line.size() <= width || (rows == WideRows::Keep && hasColumns(line));
    result += whole ? line : foldedLine(line, width);
    result += end < text.size() ? "\n" : "";
    begin = end + 1;
  }
  return result;
}

std::string trimmed(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

std::string wrapped(const std::vector<std::string>& names, const std::string& indent) {
  std::string text;
  std::string line = indent;
  for (const std::string& name : names) {
    if (line.size() + name.size() + 1 > kLineWidth) {
      text += trimmed(line) + "\n";
      line = indent;
    }
    line += name + " ";
  }
  return text + trimmed(line) + "\n";
}

}  // namespace hrfcheck::inline report
