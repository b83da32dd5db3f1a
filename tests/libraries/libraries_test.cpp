// docs/libraries.md against kernels/libraries and what the program says of it: every test has its place in
// the page's tables, and is answered as they say. Answers need nvcc and its libraries, and are skipped
// without.

#include <doctest/doctest.h>
#include <sys/wait.h>

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
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

/// Rows with six cells have a test in the second, and under which schedulers it terminates behind it.
std::map<std::string, std::string> schedulersOfPage() {
  std::map<std::string, std::string> schedulers;
  for (const std::string& line : linesOf(textOf(kSources / "docs/libraries.md"))) {
    const std::vector<std::string> cells = cellsOf(line);
    if (cells.size() == 6) {
      for (const std::string& test : codeIn(cells[1])) {
        schedulers[test] = "hsa=" + cells[2] + " cuda=" + cells[3] + " cuda-cooperative=" + cells[4];
      }
    }
  }
  return schedulers;
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

/// The rows of a results file of `hrfcheck batch`.
struct Answered {
  std::map<std::string, Answers> models;
  std::map<std::string, std::string> schedulers;  ///< as in lines `terminates`: "hsa=N cuda=Y"
};

Answered answeredIn(const std::string& results) {
  Answered answered;
  for (const std::string& line : linesOf(results)) {
    const nlohmann::json row = nlohmann::json::parse(line);
    if (!row.contains("path")) {
      continue;
    }
    const std::string path = row.at("path");
    const std::string test = path.substr(path.rfind(':') + 1);
    if (row.at("model") == "progress") {
      std::string& schedulers = answered.schedulers[test];
      for (const nlohmann::json& one : row.at("progress")) {
        schedulers += schedulers.empty() ? "" : " ";
        schedulers +=
            one.at("scheduler").get<std::string>() + "=" + (one.at("answer") == "terminates" ? "Y" : "N");
      }
    } else if (row.at("status") == "answered") {
      const bool racy = row.at("races") == "racy";
      const std::string answer = racy ? "racy" : row.at("log").at("observation").get<std::string>();
      (row.at("model") == "ptx" ? answered.models[test].ptx : answered.models[test].hrf) = answer;
    }
  }
  return answered;
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
  // Others may compile to something else.
  if (isOnPath("nvcc") && outputOf("nvcc --version").find("release 13.") == std::string::npos) {
    MESSAGE("skipped: the page is about nvcc 13");
    return;
  }
  const std::string some = kAtLength ? "" : "FILES='cuda-latch cub-scan-tile-state locks' ";
  int ended = 0;
  const std::string results =
      outputOf(some + "HRFCHECK=hrfcheck scripts/libraries --table none --results -", &ended);
  constexpr int kSkipped = 77;
  if (WIFEXITED(ended) && WEXITSTATUS(ended) == kSkipped) {
    MESSAGE("skipped: no nvcc, or none of the libraries");
    return;
  }
  CAPTURE(results);
  CHECK(ended == 0);
  const Answered answered = answeredIn(results);
  const ByTest page = testsOfPage();
  CHECK(answered.models.size() >= 15);
  for (const auto& [test, answers] : answered.models) {
    CAPTURE(test);
    REQUIRE(page.count(test) == 1);
    CHECK(page.find(test)->second == answers);
  }
  const std::map<std::string, std::string> pageOfSchedulers = schedulersOfPage();
  CHECK(answered.schedulers.size() >= 3);
  for (const auto& [test, schedulers] : answered.schedulers) {
    CAPTURE(test);
    REQUIRE(pageOfSchedulers.count(test) == 1);
    CHECK(pageOfSchedulers.at(test) == schedulers);
  }
}

}  // namespace libraries_test
