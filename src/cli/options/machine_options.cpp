#include "cli/options/machine_options.h"

namespace hrfcheck::inline cli {

void addMachineRules(CLI::App& app, SimulationOptions& machine) {
  addWord(app, "--hierarchy", machine.hierarchy,
          "Caches per work-group (h2, the default), also per component (h3), or at every level (h5)",
          {{"h2", Hierarchy::H2}, {"h3", Hierarchy::H3}, {"h5", Hierarchy::H5}});
  addWord(
      app, "--env", machine.environment,
      "What caches may do without a request: write dirty lines back in order (fifo), also write them back early (evict, the default), or also prefetch lines (full)",
      {{"fifo", Environment::Fifo}, {"evict", Environment::Evict}, {"full", Environment::Full}});
  addValue(app, "--without", machine.without, "Disable a rule of the machine (may be repeated)", "RULE")
      ->allow_extra_args(false);
  addValue(app, "--with", machine.with, "Enable a rule (may be repeated)", "RULE")->allow_extra_args(false);
}

void addMachineStates(CLI::App& app, SimulationOptions& machine) {
  addValue(app, "--states", machine.mostStates, "Maximum number of states explored (default 20000000)", "N")
      ->check(isPositive);
}

void addMachineLimits(CLI::App& app, SimulationOptions& machine) {
  addMachineStates(app, machine);
  addValue(app, "--memory", machine.mostMemory, "Memory limit for the states, in MiB (default 4096)", "MIB")
      ->check(isPositive);
  addWord(
      app, "--reduction", machine.reduce,
      "Partial-order reduction: skip equivalent orders of steps (default on); the final states are the same",
      {{"on", true}, {"off", false}});
}

}  // namespace hrfcheck::inline cli
