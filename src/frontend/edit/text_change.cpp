#include "frontend/edit/text_change.h"

#include <algorithm>

#include "util/invariant.h"

namespace hrfcheck {

TextChange beforeStatement(const Source& source, const Span& statement, const std::string& code) {
  const LineColumn begin = source.position(statement.begin);
  const std::string_view before = source.line(begin.line).substr(0, begin.column - 1);
  const bool first = before.find_first_not_of(" \t") == std::string_view::npos;
  return {{statement.begin, statement.begin}, code + (first ? "\n" + std::string(before) : " ")};
}

std::string changedText(const std::string& text, std::vector<TextChange> changes) {
  std::ranges::stable_sort(changes, {},
                           [](const TextChange& c) { return std::pair(c.span.begin, c.span.end); });
  const auto same = [](const TextChange& a, const TextChange& b) {
    return a.span == b.span && a.span.begin < a.span.end && a.text == b.text;
  };
  changes.erase(std::unique(changes.begin(), changes.end(), same), changes.end());
  std::string result;
  std::size_t at = 0;
  for (const TextChange& change : changes) {
    INVARIANT(at <= change.span.begin && change.span.end <= text.size(), "changes of a text do not overlap");
    result.append(text, at, change.span.begin - at);
    result += change.text;
    at = change.span.end;
  }
  return result.append(text, at);
}

}  // namespace hrfcheck
