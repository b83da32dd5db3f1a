#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "check/check.h"
#include "util/diagnostic.h"

namespace hrfcheck::inline report {

/// A part of a text as code scanning counts it: from 1, columns in code units of UTF-16.
struct FoundRegion {
  std::uint32_t column = 1;
  std::uint32_t endLine = 1;
  std::uint32_t endColumn = 1;  ///< behind the last character

  friend bool operator==(const FoundRegion&, const FoundRegion&) = default;
};

/// A line of a file; line 0 is the file as a whole.
struct FoundAt {
  std::string file;
  std::uint32_t line = 0;
  std::uint32_t column = 0;  ///< where in the line it begins, in bytes from 1; 0: the line as a whole
  std::uint32_t length = 0;  ///< in bytes; it may go on in the lines that follow
  std::optional<FoundRegion> region = std::nullopt;  ///< the same, where the column is known

  friend bool operator==(const FoundAt&, const FoundAt&) = default;
};

inline constexpr const char* kRaceRule = "heterogeneous-race";

/// Something wrong with a test that has a place in its source, for tools that mark lines.
struct RowFinding {
  std::string rule;     ///< kRaceRule, "fault", "unreadable"
  std::string message;  ///< one sentence or two
  /// Never empty: the line to mark, then the others that it is about. Of a race, both instructions; they are
  /// followed by those of other races between the same lines.
  std::vector<FoundAt> where;
  /// How the message calls the second place: "'ld r1, V' on line 7". Empty where there is none.
  std::string second = {};

  friend bool operator==(const RowFinding&, const RowFinding&) = default;
};

/// @param otherwise the file, for what is not known, or not in any file
FoundAt foundAt(const Place& place, const std::string& otherwise);

/// The races of a verdict, one for each pair of lines, and its faults. Explained as far as the verdict is.
std::vector<RowFinding> findingsOf(const Verdict& verdict);
/// The errors that make a test unreadable.
/// @param path of the test, for an error without a place
std::vector<RowFinding> findingsOf(const UserError& error, const std::string& path);

}  // namespace hrfcheck::inline report
