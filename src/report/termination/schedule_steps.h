#pragma once

#include <string>
#include <vector>

#include "termination/termination.h"

namespace hrfcheck::inline report {

/// The steps of a schedule, one on a line and numbered, in columns; the loop under its own heading, with no
/// heading where there is no loop.
std::vector<std::string> scheduleLines(const Program& program, const std::vector<ScheduleStep>& stem,
                                       const std::vector<ScheduleStep>& loop);

}  // namespace hrfcheck::inline report
