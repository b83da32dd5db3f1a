#include "cli/options/machine_options.h"

#include <map>

namespace hrfcheck::inline cli {

void MachineOptions::buildRules(CLI::App& app) {
  addChoice(app, "--hierarchy", hierarchy_,
            "Caches per work-group (h2, the default), also per component (h3), or at every level (h5)",
            {"h2", "h3", "h5"});
  addChoice(
      app, "--env", environment_,
      "What caches may do without a request: write dirty lines back in order (fifo), also write them back early (evict, the default), or also prefetch lines (full)",
      {"fifo", "evict", "full"});
  addValue(app, "--without", parsed_.without, "Disable a rule of the machine (may be repeated)", "RULE")
      ->allow_extra_args(false);
  addValue(app, "--with", parsed_.with, "Enable a rule (may be repeated)", "RULE")->allow_extra_args(false);
}

void MachineOptions::buildStates(CLI::App& app) {
  addValue(app, "--states", parsed_.mostStates, "Maximum number of states explored (default 20000000)", "N")
      ->check(isPositive);
}

void MachineOptions::buildLimits(CLI::App& app) {
  buildStates(app);
  addValue(app, "--memory", parsed_.mostMemory, "Memory limit for the states, in MiB (default 4096)", "MIB")
      ->check(isPositive);
  addChoice(
      app, "--reduction", reduction_,
      "Partial-order reduction: skip equivalent orders of steps (default on); the final states are the same",
      {"on", "off"});
}

SimulationOptions MachineOptions::arguments() const {
  SimulationOptions result = parsed_;
  result.hierarchy =
      std::map<std::string, Hierarchy>{{"h2", Hierarchy::H2}, {"h3", Hierarchy::H3}, {"h5", Hierarchy::H5}}
          .at(hierarchy_);
  result.environment = std::map<std::string, Environment>{
      {"fifo", Environment::Fifo},
      {"evict", Environment::Evict},
      {"full",
       Environment::Full}}.at(environment_);
  result.reduce = reduction_ == "on";
  return result;
}

}  // namespace hrfcheck::inline cli
