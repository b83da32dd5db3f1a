#pragma once

#include "cli/options/option_groups.h"

namespace hrfcheck::inline cli {

/// How a machine is set up and explored, in the words of the command line; which machine is for each command
/// to say.
class MachineOptions {
 public:
  /// Adds the options that change what the machine does.
  void buildRules(CLI::App& app);
  /// Adds the limit on the states of its exploration.
  void buildStates(CLI::App& app);
  /// Adds all limits of its exploration.
  void buildLimits(CLI::App& app);
  SimulationOptions arguments() const;

 private:
  SimulationOptions parsed_;
  std::string hierarchy_ = "h2";
  std::string environment_ = "evict";
  std::string reduction_ = "on";
};

}  // namespace hrfcheck::inline cli
