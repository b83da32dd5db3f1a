#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "check/promise/judgement.h"
#include "report/machine/simulation_report.h"

namespace hrfcheck::inline suite {

/// Which final states of a machine are worth a trace; the shortest of the traces to them is kept.
enum class TracesTo {
  Nowhere,
  Broken,    ///< those that break the promise; where there are none, to a deadlock
  Condition  ///< those that satisfy the program's condition
};

/// Explores a program on a machine and compares its final states with a promise.
/// @param promise of the program; nothing: there is no judgement
/// @param whyIncomplete what a limit of the machine is to be called, given its own reason
/// @throws UserError as Simulator
MachineRun runOnMachine(const std::shared_ptr<const Program>& program, const SimulationOptions& options,
                        const std::optional<Promise>& promise, TracesTo traces,
                        const std::function<std::string(const std::string&)>& whyIncomplete = {});

}  // namespace hrfcheck::inline suite
