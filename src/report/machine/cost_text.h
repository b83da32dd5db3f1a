#pragma once

#include <string>

#include "report/machine/simulation_report.h"

namespace hrfcheck::inline report {

/// What executions of a test on a machine cost (MachineRun::cost, which is there): for all final states and
/// for each of them the counters that are not always 0, with least, most and distribution.
std::string costText(const Program& program, const MachineRun& run, bool colour);

}  // namespace hrfcheck::inline report
