#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

namespace hrfcheck::test {

/// What a report says first: a race, or a pair with a flag.
struct FirstReport {
  std::string pair;     ///< "19 × 24", or one number where both are in one line
  std::set<int> lines;  ///< of the file, all that the report names up to the next race
};

/// Asks `hrfcheck check --only races` about all tests at once.
/// @returns by file, those that have a race or a flag
std::map<std::string, FirstReport> firstReports(const std::string& model,
                                                const std::vector<std::string>& tests);

}  // namespace hrfcheck::test
