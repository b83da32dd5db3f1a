#include <fmt/format.h>
#include <fmt/ranges.h>

#include "batch/suite/suite.h"
#include "report/machine/simulation_report.h"

namespace hrfcheck {

std::map<std::string, std::string> suiteDescription(const SuiteOptions& options) {
  const SimulationOptions& machine = options.simulation;
  const std::string sample =
      options.sample ? fmt::format("{} of seed {}", options.sample->programs, options.sample->seed) : "all";
  return {{"machine", machine.machine},
          {"with", fmt::format("{}", fmt::join(machine.with, " "))},
          {"without", fmt::format("{}", fmt::join(machine.without, " "))},
          {"hierarchy", nameOf(machine.hierarchy)},
          {"env", nameOf(machine.environment)},
          {"states", std::to_string(machine.mostStates)},
          {"memory", std::to_string(machine.mostMemory)},
          {"locations", options.locations == SuiteLocations::Any ? "any" : "data+flag"},
          {"operations", std::to_string(options.operations)},
          {"threads", std::to_string(options.threads)},
          {"models", fmt::format("{}", fmt::join(options.models, " "))},
          {"mutants", options.mutants ? "on" : "off"},
          {"sample", sample},
          {"timeout", fmt::format("{}", options.timeout)}};
}

}  // namespace hrfcheck
