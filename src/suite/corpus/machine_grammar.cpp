#include <algorithm>
#include <iterator>

#include "suite/corpus/grammar.h"
#include "util/diagnostic.h"

namespace hrfcheck::inline suite {

MachineInfo machineOfSuite(const SimulationOptions& options) {
  if (options.described != nullptr) {
    return infoOf(DescribedMachine{options.machine, options.described});
  }
  const std::string& name = options.machine;
  if (const MachineInfo* machine = findMachine(name)) {
    return *machine;
  }
  std::vector<std::string> known;
  std::ranges::transform(machines(), std::back_inserter(known), &MachineInfo::name);
  const std::vector<std::string> near = nearestNames(name, known);
  throw UserError("unknown machine " + name, near.empty() ? "hrfcheck simulate --list lists them"
                                                          : "did you mean " + near.front() + "?");
}

SuiteGrammar grammarFor(const SimulationOptions& machine, SuiteLocations locations) {
  const MachineAbilities abilities = machineOfSuite(machine).abilities;
  SuiteGrammar grammar;
  grammar.locations = locations;
  grammar.remote = abilities.remote;
  grammar.seqCst = abilities.onlySeqCst;
  grammar.components = machine.hierarchy != Hierarchy::H2 && abilities.components;
  return grammar;
}

}  // namespace hrfcheck::inline suite
