#pragma once

#include <string>

#include "report/machine/simulation_report.h"

namespace hrfcheck::inline report {

/// How the report of a simulation is printed.
struct SimulationTextOptions {
  bool colour = false;
  bool statistics = false;  ///< times and transitions, too
};

/// What machines reach on a test: the final states as rows with what the model says and what each machine
/// does, a verdict for each machine, and the traces that were asked for.
std::string simulationText(const SimulationReport& report, const SimulationTextOptions& options);

/// "nothing is promised: racy under rsp-incl (P0:1 and P1:0)"; what a judgement says, on one line.
std::string judgementText(const Program& program, const MachineRun& run);

}  // namespace hrfcheck::inline report
