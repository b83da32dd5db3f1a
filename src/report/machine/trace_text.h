#pragma once

#include <string>

#include "report/machine/simulation_report.h"

namespace hrfcheck::inline report {

/// A trace, micro-step by micro-step: all nodes at the start, then after each step those that changed.
std::string traceText(const Program& program, const SimulationOptions& machine, const ToldTrace& told,
                      bool colour);

}  // namespace hrfcheck::inline report
