#pragma once

#include <string_view>
#include <vector>

#include "program/value.h"

namespace hrfcheck {

/// A schedule as written: thread numbers, and those in parentheses for ever.
struct WrittenSchedule {
  std::vector<ThreadId> stem;
  std::vector<ThreadId> loop;
};

/// Reads "2,0,2(0,2)w", "(1)", "0,1"; a `w` at the end (omega) is read over.
/// @throws UserError for anything else, and for an empty schedule
WrittenSchedule parseSchedule(std::string_view text);

}  // namespace hrfcheck
