#pragma once

#include <functional>
#include <memory>

#include "machine/rules/machine_kinds.h"
#include "util/source.h"

namespace hrfcheck::inline machine {

/// Reads a machine file (docs/machine-files.md).
/// @param known the machine that `like NAME` names; null for a name that there is not
/// @throws UserError with every mistake, each at its place
MachineKind readMachine(const SourcePtr& source,
                        const std::function<const MachineKind*(const std::string&)>& known);

}  // namespace hrfcheck::inline machine
