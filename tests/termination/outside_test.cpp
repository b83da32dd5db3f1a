// The sample tests that come with the results: verdicts as their `terminates` lines say, and the sizes of
// their LTSs.

#include <doctest/doctest.h>

#include <fstream>
#include <map>
#include <regex>
#include <sstream>

#include "termination/progress_support.h"

namespace hrfcheck::test {
namespace {

struct Size {
  std::size_t baseStates, baseEdges, states;
};

const std::map<std::string, Size> kSizes{
    {"fig2-mutex-cas", {8, 10, 12}},
    {"mutex3", {20, 36, 47}},
    {"fig3-pc", {7, 10, 7}},
    {"fig3-pc-oneway", {5, 6, 5}},
    {"e-trap", {3, 3, 5}},
    {"pc-oneway-dec", {3, 3, 5}},
    {"barrier3", {15, 33, 15}},
    {"barrier-xf3", {13, 30, 17}},
    {"mutex+pc1way", {12, 19, 17}},
    {"cuda-reduction", {39, 66, 39}},
    {"disc-orig-barrier-3", {1870, 5130, 2311}},
    {"disc-lobe-barrier-3", {712, 2000, 1032}},
    {"disc-lobe-barrier-2", {100, 187, 123}},
    {"ticket3", {128, 300, 128}},
    {"lookback3", {13, 24, 32}},
    {"dining-simpl", {8, 8, 12}},
};

std::string contentOf(const std::filesystem::path& path) {
  std::ifstream in(path);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

/// The entries of a `terminates` line.
std::vector<std::pair<std::string, char>> expectedIn(const std::string& text) {
  std::vector<std::pair<std::string, char>> entries;
  const std::size_t line = text.find("\nterminates ");
  REQUIRE(line != std::string::npos);
  std::istringstream words(text.substr(line, text.find('\n', line + 1) - line));
  std::string word;
  words >> word;
  while (words >> word) {
    const std::size_t equals = word.find('=');
    entries.emplace_back(word.substr(0, equals), word.at(equals + 1));
  }
  return entries;
}

}  // namespace

TEST_CASE("outside samples: verdicts and the sizes of their LTSs") {
  const auto folder = outsideTests();
  if (!folder) {
    MESSAGE("skipped: no outside tests beside the sources");
    return;
  }
  for (const auto& [name, size] : kSizes) {
    CAPTURE(name);
    const std::string text = contentOf(*folder / (name + ".litmus"));
    const auto program = programOf(text);
    const auto expected = expectedIn(text);
    std::vector<SchedulerSpec> schedulers;
    std::string letters;
    for (const auto& [scheduler, letter] : expected) {
      schedulers.push_back(schedulerOf(*program, scheduler));
      letters += letter;
    }
    const ProgressResult result = analyse(program, schedulers);
    CHECK(lettersOf(result) == letters);
    CHECK(result.baseStates == size.baseStates);
    CHECK(result.baseEdges == size.baseEdges);
    CHECK(result.states == size.states);
    if (program->quantifier == Quantifier::Forall) {
      CHECK(result.conditionHolds == true);
    }
  }
}

}  // namespace hrfcheck::test
