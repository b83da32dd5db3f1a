#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace hrfcheck::corpus {

/// A final state: the registers that are not 0, by name ("1:r0").
using State = std::map<std::string, long>;

/// "1:r0=1 1:r1=2", in the order of the names; "all 0" for the empty state.
std::string text(const State& state);

/// What some models say of a test: its racing pairs, or that it is race-free and what it ends in.
struct ExpectedVerdict {
  std::vector<std::string> models;
  std::optional<std::set<std::string>> races;  ///< "P0:0/P1:1", smaller instruction first
  std::set<State> outcomes;                    ///< race-free only
  std::size_t total = 0;                       ///< the number of outcomes, also of those not listed
};

struct ExpectedTest {
  std::string id;    ///< "T04", or the stem of the file
  std::string file;  ///< relative to the source folder
  std::set<std::string> incidents;
  std::vector<std::string> warnings;  ///< a part of each warning that its reading gives
  std::set<std::string> pinned;       ///< the models that it is run and pinned under; none: all
  bool solverOnly = false;            ///< too large for the explicit engine
  std::set<std::string> variables;    ///< all that its outcomes name, those that are 0 too
  std::vector<ExpectedVerdict> verdicts;
};

struct Expectations {
  std::vector<std::string> columns;  ///< models that every test must have a verdict for, and no others
  std::vector<ExpectedTest> tests;
};

/// Reads an expected-*.json of this folder.
/// @throws std::runtime_error for an unknown key, a missing or doubled column, a column that is not pinned,
/// an unknown event, a doubled state.
Expectations readExpectations(const std::filesystem::path& file);

}  // namespace hrfcheck::corpus
