#include "util/unified_diff.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace hrfcheck::inline util {
namespace {

constexpr std::size_t kContext = 3;
/// Of larger middles all lines are replaced.
constexpr std::size_t kMostCells = 16'000'000;

std::vector<std::string_view> linesOfText(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return lines;
}

/// A line that is kept (' '), taken away ('-') or added ('+').
struct DiffLine {
  char kind;
  std::string_view text;
};

/// The longest common subsequence of what lies between a common beginning and a common end.
std::vector<DiffLine> differences(const std::vector<std::string_view>& a,
                                  const std::vector<std::string_view>& b) {
  std::size_t first = 0;
  while (first < std::min(a.size(), b.size()) && a[first] == b[first]) {
    ++first;
  }
  std::size_t last = 0;
  while (last < std::min(a.size(), b.size()) - first && a[a.size() - 1 - last] == b[b.size() - 1 - last]) {
    ++last;
  }
  const std::size_t n = a.size() - first - last;
  const std::size_t m = b.size() - first - last;
  const bool large = n * m > kMostCells;
  std::vector<std::vector<std::uint32_t>> common(large ? 0 : n + 1, std::vector<std::uint32_t>(m + 1, 0));
  for (std::size_t i = large ? 0 : n; i-- > 0;) {
    for (std::size_t j = m; j-- > 0;) {
      common[i][j] = a[first + i] == b[first + j] ? common[i + 1][j + 1] + 1
                                                  : std::max(common[i + 1][j], common[i][j + 1]);
    }
  }
  std::vector<DiffLine> result;
  for (std::size_t i = 0; i < first; ++i) {
    result.push_back({' ', a[i]});
  }
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < n || j < m) {
    if (!large && i < n && j < m && a[first + i] == b[first + j]) {
      result.push_back({' ', a[first + i++]});
      ++j;
    } else if (i < n && (large || j == m || common[i + 1][j] >= common[i][j + 1])) {
      result.push_back({'-', a[first + i++]});
    } else {
      result.push_back({'+', b[first + j++]});
    }
  }
  for (std::size_t k = a.size() - last; k < a.size(); ++k) {
    result.push_back({' ', a[k]});
  }
  return result;
}

std::string rangeText(std::size_t before, std::size_t count) {
  const std::string start = std::to_string(count == 0 ? before : before + 1);
  return count == 1 ? start : start + "," + std::to_string(count);
}

/// Lines [from, to) as a hunk.
std::string hunk(const std::vector<DiffLine>& lines, std::size_t from, std::size_t to) {
  std::size_t oldBefore = 0;
  std::size_t newBefore = 0;
  for (std::size_t i = 0; i < from; ++i) {
    oldBefore += lines[i].kind != '+' ? 1 : 0;
    newBefore += lines[i].kind != '-' ? 1 : 0;
  }
  std::size_t oldCount = 0;
  std::size_t newCount = 0;
  std::string body;
  for (std::size_t i = from; i < to; ++i) {
    oldCount += lines[i].kind != '+' ? 1 : 0;
    newCount += lines[i].kind != '-' ? 1 : 0;
    body += lines[i].kind;
    body += lines[i].text;
    if (!lines[i].text.ends_with('\n')) {
      body += "\n\\ No newline at end of file\n";
    }
  }
  return "@@ -" + rangeText(oldBefore, oldCount) + " +" + rangeText(newBefore, newCount) + " @@\n" + body;
}

}  // namespace

std::string unifiedDiff(const std::string& name, std::string_view before, std::string_view after) {
  const std::vector<DiffLine> lines = differences(linesOfText(before), linesOfText(after));
  std::string result;
  const auto changed = [&](std::size_t i) { return lines[i].kind != ' '; };
  for (std::size_t i = 0; i < lines.size();) {
    if (!changed(i)) {
      ++i;
      continue;
    }
    const std::size_t from = i - std::min(i, kContext);
    std::size_t end = i + 1;
    for (std::size_t k = i + 1; k < lines.size() && k <= end + 2 * kContext; ++k) {
      end = changed(k) ? k + 1 : end;
    }
    const std::size_t to = std::min(lines.size(), end + kContext);
    result += result.empty() ? "--- " + name + "\n+++ " + name + "\n" : "";
    result += hunk(lines, from, to);
    i = to;
  }
  return result;
}

}  // namespace hrfcheck::inline util
