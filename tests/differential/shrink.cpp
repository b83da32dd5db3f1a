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
bool unreadable(const TestResult& result) {
  return result.failures.front().find("exception: ") == 0 &&
         result.failures.front().find(".litmus:") != std::string::npos;
}

/// The first words of a failure: so that one bug does not turn into another while the test shrinks.
std::string kindOf(const TestResult& result) {
  const std::string& failure = result.failures.front();
  return failure.substr(0, failure.starts_with("broken law") ? failure.find('\n') : failure.find(' '));
}

/// Tries smaller tests and remembers the smallest that fails as the first one did.
class Attempts {
 public:
  Attempts(DifferentialSession& session, const TestResult& failing, Profile profile)
      : session_(session), best_(failing), profile_(profile) {}

  bool stillFails(const std::string& litmus) {
    const TestResult result = session_.runText(litmus, profile_);
    const bool counts = failsAlike(result, best_);
    if (counts) {
      best_ = result;
    }
    return counts;
  }

  const TestResult& best() const { return best_; }

 private:
  DifferentialSession& session_;
  TestResult best_;
  Profile profile_;
};

void shrinkTable(Attempts& attempts) {
  Table table = tableOf(attempts.best().litmus);
  for (bool smaller = true; smaller;) {
    smaller = false;
    for (auto& row : table.rows) {
      for (std::string& cell : row) {
        if (blank(cell)) {
          continue;
        }
        const std::string kept = std::exchange(cell, " ");
        if (attempts.stillFails(table.text())) {
          smaller = true;
        } else {
          cell = kept;
        }
      }
    }
  }
}

using Lines = std::vector<std::string>;

Lines linesOf(const std::string& text) {
  Lines lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    lines.push_back(line);
  }
  return lines;
}

std::string joined(const Lines& lines) {
  std::string text;
  for (const std::string& line : lines) {
    text += line + "\n";
  }
  return text;
}

/// Without the lines from `first` to `last`.
Lines without(const Lines& lines, std::size_t first, std::size_t last) {
  Lines rest(lines.begin(), lines.begin() + static_cast<std::ptrdiff_t>(first));
  rest.insert(rest.end(), lines.begin() + static_cast<std::ptrdiff_t>(last) + 1, lines.end());
  return rest;
}

/// The line that closes the block that line `open` opens; of the whole if, where there is an else.
std::size_t endOfBlock(const Lines& lines, std::size_t open) {
  int depth = 0;
  for (std::size_t i = open; i < lines.size(); ++i) {
    const bool closes = lines[i].find_first_not_of(' ') == lines[i].find('}') && lines[i] != "";
    depth += (lines[i].ends_with("{") ? 1 : 0) - (closes ? 1 : 0);
    if (depth == 0) {
      return i;
    }
  }
  return lines.size() - 1;
}

/// `locations [a; b; c; ]` with one entry fewer.
std::vector<std::string> shorterLists(const std::string& line) {
  std::vector<std::string> shorter;
  const std::size_t open = line.find('[');
  for (std::size_t begin = open + 1; begin < line.size();) {
    const std::size_t end = line.find("; ", begin);
    if (end == std::string::npos) {
      break;
    }
    shorter.push_back(line.substr(0, begin) + line.substr(end + 2));
    begin = end + 2;
  }
  return shorter;
}

/// What line `i` could be replaced by, smallest first.
std::vector<Lines> reductions(const Lines& lines, std::size_t i) {
  std::vector<Lines> smaller;
  if (lines[i].ends_with("{")) {
    const std::size_t end = endOfBlock(lines, i);
    smaller.push_back(without(lines, i, end));
    smaller.push_back(without(without(lines, end, end), i, i));
  } else if (lines[i].starts_with("locations")) {
    for (const std::string& list : shorterLists(lines[i])) {
      smaller.push_back(lines);
      smaller.back()[i] = list;
    }
  } else {
    smaller.push_back(without(lines, i, i));
  }
  return smaller;
}

/// Statements go one by one, blocks with all that is in them or around it.
void shrinkLines(Attempts& attempts) {
  Lines lines = linesOf(attempts.best().litmus);
  for (bool smaller = true; smaller;) {
    smaller = false;
    for (std::size_t i = 1; i < lines.size(); ++i) {
      for (const Lines& fewer : reductions(lines, i)) {
        if (attempts.stillFails(joined(fewer))) {
          lines = fewer;
          smaller = true;
          --i;
          break;
        }
      }
    }
  }
}

}  // namespace

bool failsAlike(const TestResult& smaller, const TestResult& failing) {
  return !smaller.failures.empty() && (!unreadable(smaller) || unreadable(failing)) &&
         kindOf(smaller) == kindOf(failing);
}

TestResult shrink(DifferentialSession& session, const TestResult& failing, Profile profile) {
  Attempts attempts(session, failing, profile);
  if (isHsa(profile) || isGpu(profile)) {
    shrinkTable(attempts);
  } else {
    shrinkLines(attempts);
  }
  return attempts.best();
}

}  // namespace hrfcheck
