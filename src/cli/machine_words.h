#pragma once

#include <string>

#include "machine/machine.h"

namespace hrfcheck::inline cli {

/// "rsp-fix without outer-first": a machine as reports name it, over the options that are there already.
/// @throws UsageError where it is none
SimulationOptions withSwitches(const std::string& text, SimulationOptions options);

}  // namespace hrfcheck::inline cli
