#include "differential/shrink.h"

#include <sstream>
#include <utility>

namespace hrfcheck {
namespace {

/// The program rows of a generated test as cells; the two lines before, the header row and what
/// follows stay as they are.
struct Table {
  std::vector<std::string> head;
  std::vector<std::vector<std::string>> rows;
  std::string tail;

  std::string text() const {
    std::string result;
    for (const std::string& line : head) {
      result += line + "\n";
    }
    for (const auto& row : rows) {
      for (std::size_t i = 0; i < row.size(); ++i) {
        result += (i == 0 ? "" : "|") + row[i];
      }
      result += ";\n";
    }
    return result + tail;
  }
};

constexpr std::size_t kHeadLines = 3;

Table tableOf(const std::string& litmus) {
  Table table;
  std::istringstream lines(litmus);
  for (std::string line; std::getline(lines, line);) {
    if (table.head.size() < kHeadLines) {
      table.head.push_back(line);
      continue;
    }
    if (line.starts_with("locations")) {
      table.tail = line + "\n";
      continue;
    }
    std::vector<std::string> row;
    std::istringstream cells(line.substr(0, line.rfind(';')));
    for (std::string cell; std::getline(cells, cell, '|');) {
      row.push_back(cell);
    }
    table.rows.push_back(row);
  }
  return table;
}

bool blank(const std::string& cell) {
  return cell.find_first_not_of(' ') == std::string::npos;
}

/// A smaller test counts only if it fails for a reason of substance, not because it no longer parses.
bool stillFails(const TestResult& result) {
  return !result.failures.empty() &&
         result.failures.front().find("exception: random.litmus") == std::string::npos;
}

}  // namespace

TestResult shrink(DifferentialSession& session, const TestResult& failing, Profile profile) {
  TestResult best = failing;
  Table table = tableOf(failing.litmus);
  for (bool smaller = true; smaller;) {
    smaller = false;
    for (auto& row : table.rows) {
      for (std::string& cell : row) {
        if (blank(cell)) {
          continue;
        }
        const std::string kept = std::exchange(cell, " ");
        const TestResult result = session.runText(table.text(), profile);
        if (stillFails(result)) {
          best = result;
          smaller = true;
        } else {
          cell = kept;
        }
      }
    }
  }
  return best;
}

}  // namespace hrfcheck
