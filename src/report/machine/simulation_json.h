#pragma once

#include <string>
#include <vector>

#include "report/machine/simulation_report.h"

namespace hrfcheck::inline report {

/// The version of docs/simulation.schema.json that simulations follow.
inline constexpr int kSimulationVersion = 1;

/// The document of docs/simulation.schema.json, indented, ending in a line break.
/// @param diagnostics what was said, of tests among others of which there is no report
std::string simulationsJson(const std::vector<SimulationReport>& reports, bool statistics,
                            const std::vector<Diagnostic>& diagnostics);

/// Machines and rules, as `hrfcheck simulate --list` shows them.
std::string machinesJson(const std::vector<MachineInfo>& machines, const std::vector<MachineRule>& rules);
std::string machinesText(const std::vector<MachineInfo>& machines, const std::vector<MachineRule>& rules);

}  // namespace hrfcheck::inline report
