#include <fmt/format.h>

#include <algorithm>

#include "bench/runner/output.h"

namespace hrfcheck::bench {
namespace {

std::string shown(const Result* result) {
  if (result == nullptr) {
    return "";
  }
  if (!result->problem.empty()) {
    return result->problem;
  }
  return result->values.empty() ? "" : quantity(median(result->values), result->unit);
}

std::vector<std::string> split(const std::string& name) {
  std::vector<std::string> parts{""};
  for (const char c : name) {
    if (c == '/') {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

/// Results of one kind in a grid: rows by the name without its last part, columns by the last part.
class Grid {
 public:
  void add(const Result& result) {
    const std::size_t slash = result.name.rfind('/');
    const std::string row = result.name.substr(0, slash);
    if (rows_.empty() || rows_.back().first != row) {
      rows_.push_back({row, {}});
    }
    rows_.back().second.push_back(&result);
  }

  const Result* at(std::size_t row, const std::string& column) const {
    for (const Result* result : rows_[row].second) {
      if (result->name.ends_with("/" + column)) {
        return result;
      }
    }
    return nullptr;
  }

  const std::vector<std::pair<std::string, std::vector<const Result*>>>& rows() const { return rows_; }

 private:
  std::vector<std::pair<std::string, std::vector<const Result*>>> rows_;
};

Grid gridOf(const std::vector<Result>& results, const std::string& kind) {
  Grid grid;
  for (const Result& result : results) {
    if (result.name.starts_with(kind + "/")) {
      grid.add(result);
    }
  }
  return grid;
}

std::string metText(const Result& result) {
  const std::optional<bool> met = meetsTarget(result);
  return !met ? "" : *met ? "yes" : "**no**";
}

std::string peakText(const Result& result) {
  return result.problem == kNotRun ? "" : quantity(result.peakMegabytes, Unit::Megabytes);
}

bool nothingRan(const std::vector<const Result*>& results) {
  return std::all_of(results.begin(), results.end(), [](const Result* r) { return r->problem == kNotRun; });
}

std::string machineTable(const Machine& machine) {
  std::string text = "| | |\n|---|---|\n";
  for (const auto& [name, value] : described(machine)) {
    text += fmt::format("| {} | {} |\n", name, value);
  }
  return text;
}

std::string targetTable(const std::vector<Result>& results) {
  std::string text;
  for (const Result& result : results) {
    if (result.target) {
      text += fmt::format("| {} | {} {} | {} | {} | {} |\n", result.what, result.target->atLeast ? "≥" : "≤",
                          quantity(result.target->bound, result.unit), shown(&result), peakText(result),
                          metText(result));
    }
  }
  return text.empty()
             ? ""
             : "\n### Targets\n\n| what | target | median | peak | met |\n|---|---|---|---|---|\n" + text;
}

std::string sizeOf(const Grid& grid, std::size_t row, const char* column, const char* count) {
  const Result* result = grid.at(row, column);
  const bool known = result != nullptr && result->problem.empty() && result->counts.contains(count);
  return known ? std::to_string(result->counts.at(count)) : "";
}

/// "scaling/lock-12/races" is of the series "scaling/lock/races".
std::string seriesOf(const std::string& row) {
  const std::vector<std::string> parts = split(row);
  const std::size_t size = parts[1].find_first_of("0123456789");
  return parts[0] + "/" + parts[1].substr(0, size) + "/" + parts.back();
}

/// Whether two larger tests of its series are answered, too: the page shows the largest ones.
bool isSurpassed(const Grid& grid, std::size_t row) {
  for (std::size_t next = row + 1; next <= row + 2; ++next) {
    const bool same =
        next < grid.rows().size() && seriesOf(grid.rows()[next].first) == seriesOf(grid.rows()[row].first);
    const Result* answer = same ? grid.at(next, "auto") : nullptr;
    if (answer == nullptr || !answer->problem.empty()) {
      return false;
    }
  }
  return true;
}

std::string scalingTable(const std::vector<Result>& results) {
  const Grid grid = gridOf(results, "scaling");
  std::string text;
  for (std::size_t i = 0; i < grid.rows().size(); ++i) {
    if (nothingRan(grid.rows()[i].second) || isSurpassed(grid, i)) {
      continue;
    }
    const std::vector<std::string> parts = split(grid.rows()[i].first);
    std::string outcomes;
    for (const char* engine : {"auto", "smt", "explicit"}) {
      outcomes = outcomes.empty() && parts[2] == "outcomes" ? sizeOf(grid, i, engine, "outcomes") : outcomes;
    }
    text += fmt::format("| {} | {} | {} | {} | {} | {} | {} | {} |\n", parts[1], parts[2],
                        shown(grid.at(i, "explicit")), shown(grid.at(i, "smt")), shown(grid.at(i, "auto")),
                        outcomes, sizeOf(grid, i, "smt", "variables"), sizeOf(grid, i, "smt", "clauses"));
  }
  return text.empty() ? ""
                      : "\n### Scaling families\n\n| test | question | explicit | smt | auto | outcomes | "
                        "variables | clauses |\n|---|---|---|---|---|---|---|---|\n" +
                            text;
}

std::string herdTable(const std::vector<Result>& results) {
  const Grid grid = gridOf(results, "herd");
  std::string text;
  for (std::size_t i = 0; i < grid.rows().size(); ++i) {
    const Result* ours = grid.at(i, "hrfcheck");
    const Result* theirs = grid.at(i, "herd7");
    const bool both = ours != nullptr && theirs != nullptr && !ours->values.empty() &&
                      !theirs->values.empty() && ours->problem.empty() && theirs->problem.empty();
    text += fmt::format("| {} | {} | {} | {} |\n", split(grid.rows()[i].first)[1], shown(ours), shown(theirs),
                        both ? quantity(median(theirs->values) / median(ours->values), Unit::Ratio) : "");
  }
  return text.empty()
             ? ""
             : "\n### Beside herd7\n\n| test | hrfcheck | herd7 | herd7 : hrfcheck |\n|---|---|---|---|\n" +
                   text;
}

}  // namespace

std::string toMarkdown(const Machine& machine, const std::vector<Result>& results) {
  return machineTable(machine) + targetTable(results) + scalingTable(results) + herdTable(results);
}

}  // namespace hrfcheck::bench
