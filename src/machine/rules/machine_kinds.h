#pragma once

#include <string>
#include <vector>

#include "machine/machine.h"
#include "machine/sequence.h"

namespace hrfcheck::inline machine {

/// A machine: where its caches sit and which steps its instructions take. One per file of this folder.
struct MachineKind {
  std::string name, title, source;
  RuleSet rules;
  MachineAbilities abilities;
  TreeShape (*shape)(Hierarchy);
  Sequence (*steps)(const Site&);
  /// Why it has no rules for an instruction; empty where it has.
  std::string (*unsupported)(const Site&);
  /// Ordinary requests overtake each other in caches (not in write buffers), in every environment, but not a
  /// flush marker (hrfr).
  bool queuesReorder = false;
};

MachineKind scMachine();
MachineKind hrf0Machine();
MachineKind hrf0FixMachine();
MachineKind qrMachine();
MachineKind qrFixMachine();
MachineKind rspLitMachine();
MachineKind rspLitDropMachine();
MachineKind rspCharMachine();
MachineKind rspFixMachine();
MachineKind rspFix2Machine();
MachineKind hrfrMachine();

/// All of them, in the order in which people see them.
const std::vector<MachineKind>& machineKinds();
/// @throws UserError for a name that no machine has
const MachineKind& machineNamed(const std::string& name);

/// H2, H3 or H5.
TreeShape scopedCaches(Hierarchy hierarchy);

/// An ordinary or scoped access of the machines `qr` and `qr-fix`, which every RSP machine inherits.
Sequence scopedSteps(const Site& site);
/// The same and remote operations.
Sequence remoteSteps(const Site& site);

std::string nothingUnsupported(const Site& site);
std::string noRemoteOperations(const Site& site);

}  // namespace hrfcheck::inline machine
