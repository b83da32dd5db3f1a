#pragma once

#include <map>
#include <string>

#include "suite/suite.h"
#include "suite/suite_results.h"

namespace hrfcheck::inline suite {

/// What a machine is and how far it is explored, as the headers of results files say it.
std::map<std::string, std::string> machineDescription(const SimulationOptions& machine);

/// What was asked, from the header of a results file: the inverse of suiteDescription.
/// @param path of the file, for messages
/// @throws UserError when the options are none that suiteDescription writes
SuiteOptions suiteOptionsFrom(const SuiteHeader& header, const std::string& path);

}  // namespace hrfcheck::inline suite
