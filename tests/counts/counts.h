#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace hrfcheck::counts {

/// What the SMT engine made of one test.
struct Counts {
  std::string model;
  std::uint64_t variables = 0;
  std::uint64_t clauses = 0;
  std::uint64_t conflicts = 0;  ///< 0 where the solver does not report them

  friend bool operator==(const Counts&, const Counts&) = default;
};

struct Recorded {
  std::string z3;  ///< the version whose conflicts they are
  std::map<std::string, Counts> tests;
};

/// @throws std::runtime_error with the line that cannot be read, or a test that occurs twice
Recorded parseCounts(const std::string& text);
std::string print(const Recorded& recorded);

/// Everything that is worse or simply other than recorded, a line each. Variables and clauses have to be the
/// same. Conflicts are the solver's luck: with the recorded version of Z3, a test may have twice as many or
/// 50 more, whichever is larger, and all tests together a fifth more.
std::vector<std::string> complaints(const Recorded& recorded, const Recorded& now);

}  // namespace hrfcheck::counts
