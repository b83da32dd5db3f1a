#pragma once

#include <string>

#include "machine/rules/machine_kinds.h"

namespace hrfcheck::inline machine {

/// The file that describes a machine, complete, without `like` (docs/machine-files.md); read again, it is the
/// same machine.
std::string textOf(const MachineKind& kind);

}  // namespace hrfcheck::inline machine
