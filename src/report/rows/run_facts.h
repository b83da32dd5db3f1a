#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace hrfcheck::inline report {

/// What a reader of a report wants to know of the run behind it, in words; what is empty is not known.
struct RunFacts {
  std::string date;                              ///< when the run began: "2026-01-31 12:00 UTC"
  std::string version;                           ///< of hrfcheck, with that of the solver
  std::string command;                           ///< the command line, as a shell would read it
  std::optional<double> seconds = std::nullopt;  ///< how long the run took
};

/// "85 s", "12 min", "2 h 5 min"; rounded up.
std::string durationText(double seconds);

/// "640 bytes", "12 kB", "3.4 MB".
std::string sizeText(std::size_t bytes);

/// Name and text of every fact that is known.
std::vector<std::pair<std::string, std::string>> listed(const RunFacts& facts);

}  // namespace hrfcheck::inline report
