#pragma once

#include <string_view>
#include <vector>

#include "program/ir/value.h"

namespace hrfcheck::inline termination {

/// One step as written: a thread whose agent runs, and which of the actions that the agent offers it takes.
struct WrittenStep {
  ThreadId thread = 0;
  std::uint32_t choice = 0;

  friend bool operator==(const WrittenStep&, const WrittenStep&) = default;
};

/// A schedule as written: steps, and those in parentheses for ever.
struct WrittenSchedule {
  std::vector<WrittenStep> stem;
  std::vector<WrittenStep> loop;
};

/// Reads "2,0,2(0,2)w", "(1)", "0,1", and "2.1" for the second action that the agent of thread 2 offers (a
/// thread by itself offers one); a `w` at the end (omega) is read over.
/// @throws UserError for anything else, and for an empty schedule
WrittenSchedule parseSchedule(std::string_view text);

}  // namespace hrfcheck::inline termination
