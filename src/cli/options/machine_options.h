#pragma once

#include "cli/options/option_groups.h"

namespace hrfcheck::inline cli {

// How a machine is set up and explored; which machine is for each command to say.

/// Adds the options that change what the machine does.
void addMachineRules(CLI::App& app, SimulationOptions& machine);
/// Adds the limit on the states of its exploration.
void addMachineStates(CLI::App& app, SimulationOptions& machine);
/// Adds all limits of its exploration.
void addMachineLimits(CLI::App& app, SimulationOptions& machine);

}  // namespace hrfcheck::inline cli
