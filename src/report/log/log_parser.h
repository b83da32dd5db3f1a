#pragma once

#include <vector>

#include "report/log/log_entry.h"
#include "util/source.h"

namespace hrfcheck::inline report {

/// An entry and where it is.
struct ParsedEntry {
  LogEntry entry;
  std::uint32_t line;  ///< of its `Test` line, from 1
};

/// The entries of a log: ours, herd7's, or litmus7's (`Histogram (3 states)`, `12 :>0:r0=1;`). As herd's own
/// tools do, lines before `Test` and between `Test` and `States` that are not known are skipped. Values of
/// locations are written [x] whether the log writes `x=1` or `[x]=1`, numbers in decimal.
/// @throws UserError with the place for an entry that is cut off, a malformed state, or a number of states
/// that is not the one announced.
std::vector<ParsedEntry> parseLog(const SourcePtr& source);

}  // namespace hrfcheck::inline report
