// docs/libraries.md against kernels/libraries and what the program says of it: every test has its place in
// the page's tables, and is answered as they say. Answers need nvcc and its libraries, and are skipped
// without.

#include <doctest/doctest.h>
#include <sys/wait.h>

#include <filesystem>
#include <map>
#include <regex>
#include <string>
#include <vector>

#include "support/pages.h"
#include "support/slice.h"

using namespace hrfcheck::test;

namespace libraries_test {

namespace {

namespace fs = std::filesystem;

const fs::path kSources = HRFCHECK_SOURCE_DIR;

/// Of one test, in the words of the table that `hrfcheck batch` prints; empty where the model is not asked.
struct Answers {
  std::string ptx;
  std::string hrf;
  friend bool operator==(const Answers&, const Answers&) = default;
};

doctest::String toString(const Answers& answers) {
  return ("ptx " + answers.ptx + ", hrf-indirect-relaxed " + answers.hrf).c_str();
}

using ByTest = std::multimap<std::string, Answers>;

const Answers kKept{"Always", "Always"};
const Answers kFound{"Sometimes", "racy"};

std::vector<std::string> codeIn(const std::string& cell) {
  static const std::regex code("`([^`]*)`");
  std::vector<std::string> words;
  for (auto at = std::sregex_iterator(cell.begin(), cell.end(), code); at != std::sregex_iterator(); ++at) {
    words.push_back((*at)[1]);
  }
  return words;
}

/// A dash is a model that is not asked.
std::string answerIn(const std::string& cell) {
  return cell == "–" ? "" : cell;
}

/// Rows of the page with four cells have the tests that keep what a block promises in the third one, and
/// wrong uses that are found in the fourth. Rows with five have one test in the second, and its answers
/// behind it.
ByTest testsOfPage() {
  ByTest tests;
  for (const std::string& line : linesOf(textOf(kSources / "docs/libraries.md"))) {
    const std::vector<std::string> cells = cellsOf(line);
    if (cells.size() == 4) {
      for (const std::string& test : codeIn(cells[2])) {
        tests.emplace(test, kKept);
      }
      for (const std::string& test : codeIn(cells[3])) {
        tests.emplace(test, kFound);
      }
    } else if (cells.size() == 5) {
      for (const std::string& test : codeIn(cells[1])) {
        tests.emplace(test, Answers{answerIn(cells[2]), answerIn(cells[3])});
      }
    }
  }
  return tests;
}

std::vector<std::string> testsIn(const fs::path& file) {
  const std::string begin = "//# test ";
  std::vector<std::string> tests;
  for (const std::string& line : linesOf(textOf(file))) {
    if (line.starts_with(begin)) {
      tests.push_back(line.substr(begin.size()));
    }
  }
  return tests;
}

/// The rows that begin with a file: "kernels/libraries/locks.cu:kokkos-lock  Always  race-free".
ByTest testsAnswered(const std::string& output) {
  static const std::regex row(R"(^kernels/libraries/[^ :]*:(\S+?)( .*)?$)");
  static const std::regex word(R"(\S+)");
  std::size_t secondColumn = std::string::npos;
  ByTest tests;
  for (const std::string& line : linesOf(output)) {
    std::smatch found;
    if (line.starts_with("test ")) {
      secondColumn = line.find("hrf-indirect-relaxed");
    } else if (secondColumn != std::string::npos && std::regex_match(line, found, row)) {
      Answers answers;
      const std::string rest = line.substr(0, std::min(line.size(), secondColumn));
      std::smatch answer;
      const std::string first = rest.substr(std::min(rest.size(), rest.find(' ')));
      if (std::regex_search(first, answer, word)) {
        answers.ptx = answer[0];
      }
      const std::string second = line.size() > secondColumn ? line.substr(secondColumn) : "";
      if (std::regex_search(second, answer, word)) {
        answers.hrf = answer[0];
      }
      tests.emplace(found[1], answers);
    }
  }
  return tests;
}

}  // namespace

TEST_CASE("every test of kernels/libraries has one place in the tables of the page") {
  const ByTest page = testsOfPage();
  std::size_t count = 0;
  for (const auto& entry : fs::directory_iterator(kSources / "kernels/libraries")) {
    for (const std::string& test : testsIn(entry.path())) {
      CAPTURE(test);
      CHECK(page.count(test) == 1);
      ++count;
    }
  }
  CHECK(count >= 100);
  CHECK(page.size() == count);
}

TEST_CASE("building blocks of libraries, as nvcc compiles them, are answered as the page says") {
  const std::string some = kAtLength ? "" : "FILES='cuda-latch cub-scan-tile-state locks' ";
  int ended = 0;
  const std::string output = outputOf(some + "HRFCHECK=hrfcheck scripts/libraries --table all", &ended);
  constexpr int kSkipped = 77;
  if (WIFEXITED(ended) && WEXITSTATUS(ended) == kSkipped) {
    MESSAGE("skipped: no nvcc, or none of the libraries");
    return;
  }
  CAPTURE(output);
  CHECK(ended == 0);
  const ByTest page = testsOfPage();
  const ByTest answered = testsAnswered(output);
  CHECK(!answered.empty());
  for (const auto& [test, answers] : answered) {
    CAPTURE(test);
    REQUIRE(page.count(test) == 1);
    CHECK(page.find(test)->second == answers);
  }
}

}  // namespace libraries_test
