// docs/models/ptx-rules.md: each rule has a test that is right because of it and one that lacks what it asks
// for, and every test that needs asynchronous operations is there for a rule.

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "corpus/corpus.h"

using namespace hrfcheck;
using namespace hrfcheck::corpus;

namespace ptx_rules_test {

namespace {

namespace fs = std::filesystem;

/// The cells of a row of a table.
std::vector<std::string> cellsOf(const std::string& row) {
  std::vector<std::string> cells;
  std::istringstream in(row.substr(1));
  for (std::string cell; std::getline(in, cell, '|');) {
    cells.push_back(cell);
  }
  return cells;
}

/// What stands in backticks.
std::set<std::string> namesIn(const std::string& cell) {
  std::set<std::string> names;
  for (std::size_t at = cell.find('`'); at != std::string::npos;) {
    const std::size_t end = cell.find('`', at + 1);
    names.insert(cell.substr(at + 1, end - at - 1));
    at = cell.find('`', end + 1);
  }
  return names;
}

struct Rule {
  std::string text;
  std::set<std::string> right;
  std::set<std::string> lacking;
};

constexpr std::size_t kColumns = 6;

std::vector<Rule> rules() {
  std::vector<Rule> rules;
  std::ifstream page(root() / "docs/models/ptx-rules.md");
  for (std::string line; std::getline(page, line);) {
    const std::vector<std::string> cells =
        line.starts_with("| ") ? cellsOf(line) : std::vector<std::string>{};
    if (cells.size() >= kColumns && cells[0] != " rule ") {
      rules.push_back({cells[0], namesIn(cells[3]), namesIn(cells[4])});
      // "the same": the tests on the left, under the other reading.
      if (cells[4] == " the same ") {
        rules.back().lacking = rules.back().right;
      }
    }
  }
  return rules;
}

}  // namespace

TEST_CASE("each rule of PTX has a test that is right and one that lacks something") {
  const std::vector<Rule> all = rules();
  CHECK(all.size() >= 35);
  for (const Rule& rule : all) {
    CAPTURE(rule.text);
    CHECK(!rule.right.empty());
    CHECK(!rule.lacking.empty());
    for (const auto& names : {rule.right, rule.lacking}) {
      for (const std::string& name : names) {
        CHECK_MESSAGE(fs::exists(root() / "litmus/ptx" / (name + ".litmus")), name);
      }
    }
  }
}

TEST_CASE("each test of asynchronous operations is there for a rule of PTX") {
  std::set<std::string> named;
  for (const Rule& rule : rules()) {
    named.insert(rule.right.begin(), rule.right.end());
    named.insert(rule.lacking.begin(), rule.lacking.end());
  }
  std::ostringstream text;
  text << std::ifstream(root() / "tests/corpus/expected-ptx-9.json").rdbuf();
  const std::string expectations = text.str();
  const std::string sign = "\"litmus/ptx/";
  std::size_t tests = 0;
  for (std::size_t at = expectations.find(sign); at != std::string::npos;
       at = expectations.find(sign, at + 1)) {
    const std::size_t begin = at + sign.size();
    const std::string name = expectations.substr(begin, expectations.find(".litmus", begin) - begin);
    ++tests;
    // The same with a branch behind the wait, for devices.
    CHECK_MESSAGE((named.contains(name) || name.ends_with("-branch")), name);
  }
  CHECK(tests >= 150);
}

}  // namespace ptx_rules_test
