// The reference: one memory, each access one step, in any interleaving (Lamport 1979). What it reaches is
// what the word "sequentially consistent" means in every property of docs/machines.md.

#include "machine/rules/machine_kinds.h"

namespace hrfcheck::inline machine {
namespace {

TreeShape memoryOnly(Hierarchy) {
  return {{}, "memory"};
}

Sequence oneStep(const Site& site) {
  return Sequence(site).ordinaryAccess();
}

}  // namespace

MachineKind scMachine() {
  MachineKind kind;
  kind.name = "sc";
  kind.title = "one memory, one access at a time";
  kind.source = "Lamport 1979";
  kind.rules = {Rule::KillFill};
  kind.abilities = {.remote = true,
                    .fences = true,
                    .onlySeqCst = false,
                    .components = true,
                    .everyDialect = true,
                    .mixedScopes = true,
                    .model = "hrf-indirect-relaxed"};
  kind.shape = memoryOnly;
  kind.steps = oneStep;
  kind.unsupported = nothingUnsupported;
  return kind;
}

}  // namespace hrfcheck::inline machine
