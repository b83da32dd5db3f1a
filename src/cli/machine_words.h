#pragma once

#include <string>
#include <vector>

#include "machine/machine.h"

namespace hrfcheck::inline cli {

/// "rsp-fix without outer-first": a machine as reports name it, over the options that are there already; for
/// the name there may be the path of a file that describes it.
/// @throws UsageError where it is none, UserError for mistakes in the file
SimulationOptions withSwitches(const std::string& text, SimulationOptions options);

/// The files among machines that are named like this.
std::vector<std::string> machineFiles(const std::vector<std::string>& machines);

/// The file that describes a machine of the catalogue, or of another file, complete.
std::string completeMachine(const std::string& nameOrFile);

}  // namespace hrfcheck::inline cli
