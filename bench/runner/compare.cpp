#include "bench/runner/compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "util/diagnostic.h"

namespace hrfcheck::bench {
namespace {

using Json = nlohmann::json;
using Rows = std::vector<std::pair<std::string, Json>>;

Rows rowsOf(const Json& file) {
  Rows rows;
  try {
    if (file.at("format") != 1) {
      throw UserError("not a file of bench/run --json of this version");
    }
    for (const Json& row : file.at("rows")) {
      rows.emplace_back(row.at("name").get<std::string>(), row);
    }
  } catch (const Json::exception&) {
    throw UserError("not a file of bench/run --json");
  }
  return rows;
}

const Json* find(const Rows& rows, const std::string& name) {
  const auto found =
      std::find_if(rows.begin(), rows.end(), [&](const auto& row) { return row.first == name; });
  return found == rows.end() ? nullptr : &found->second;
}

bool finished(const Json& row) {
  return row.contains("median") && !row.contains("problem");
}

std::string stateOf(const Json& row) {
  return finished(row) ? fmt::format("{:.4g}", row["median"].get<double>())
                       : row.value("problem", "no value");
}

/// Counts that both have and that differ, of those that do not depend on luck.
std::string otherCounts(const Json& older, const Json& newer) {
  std::string text;
  for (const char* name : {"outcomes", "flagged pairs", "events", "variables", "clauses"}) {
    const Json a = older.at("counts").value(name, Json());
    const Json b = newer.at("counts").value(name, Json());
    if (!a.is_null() && !b.is_null() && a != b) {
      text += fmt::format("  {} {} -> {}", name, a.dump(), b.dump());
    }
  }
  return text;
}

struct Line {
  double ratio;
  std::string text;
};

Line compareRow(const std::string& name, const Json& older, const Json& newer) {
  const double before = older.at("median");
  const double after = newer.at("median");
  const double ratio = before > 0 ? after / before : 1;
  return {ratio, fmt::format("{:>8.2f}x  {:<48} {:>10.4g} -> {:>10.4g} {}{}\n", ratio, name, before, after,
                             newer.at("unit").get<std::string>(), otherCounts(older, newer))};
}

std::string summary(const std::vector<Line>& lines, std::size_t unmatched) {
  double logarithms = 0;
  for (const Line& line : lines) {
    logarithms += std::log(std::max(line.ratio, 1e-9));
  }
  const auto slower = std::count_if(lines.begin(), lines.end(), [](const Line& l) { return l.ratio > 1.1; });
  const auto faster =
      std::count_if(lines.begin(), lines.end(), [](const Line& l) { return l.ratio < 1 / 1.1; });
  const double mean = lines.empty() ? 1 : std::exp(logarithms / static_cast<double>(lines.size()));
  return fmt::format(
      "{} rows compared: geometric mean {:.2f}x, {} above 1.1x, {} below 0.91x; {} not comparable\n",
      lines.size(), mean, slower, faster, unmatched);
}

}  // namespace

std::string compared(const Json& older, const Json& newer) {
  const Rows before = rowsOf(older);
  const Rows after = rowsOf(newer);
  std::vector<Line> lines;
  std::string unmatched;
  std::size_t count = 0;
  const auto mismatch = [&](const std::string& name, const Json& a, const Json& b) {
    if (finished(a) || finished(b)) {
      unmatched += fmt::format("{:>9}  {:<48} {} -> {}\n", "", name, stateOf(a), stateOf(b));
    }
    ++count;
  };
  for (const auto& [name, row] : after) {
    const Json* old = find(before, name);
    if (old == nullptr) {
      ++count;
    } else if (finished(*old) && finished(row)) {
      lines.push_back(compareRow(name, *old, row));
    } else {
      mismatch(name, *old, row);
    }
  }
  for (const auto& [name, row] : before) {
    count += find(after, name) == nullptr ? 1 : 0;
  }
  std::stable_sort(lines.begin(), lines.end(),
                   [](const Line& a, const Line& b) { return a.ratio > b.ratio; });
  std::string text;
  for (const Line& line : lines) {
    text += line.text;
  }
  return text + unmatched + summary(lines, count);
}

}  // namespace hrfcheck::bench
