#pragma once

#include <functional>
#include <vector>

#include "machine/rules/machine_kinds.h"
#include "util/diagnostic.h"

namespace hrfcheck::inline machine {

/// Every kind of instruction that there is, as a work-item among eight executes it, in each hierarchy of a
/// machine with its own rules.
void forEverySite(const MachineKind& kind, const std::function<void(const Site&)>& visit);

/// What is wrong with the clauses of a machine: steps that are no instruction's, and clauses that no
/// instruction comes to. Each mistake once.
std::vector<Diagnostic> mistakesIn(const MachineKind& kind);

/// What a machine can do, by what its clauses execute and refuse.
MachineAbilities abilitiesOf(const MachineKind& kind);

}  // namespace hrfcheck::inline machine
