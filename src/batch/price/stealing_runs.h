#pragma once

#include <map>
#include <optional>

#include "batch/price/figures.h"
#include "machine/workloads/stealing.h"

namespace hrfcheck::inline batch {

/// What a scenario took.
struct StealingRun {
  TimedReport report;
  StealingOutcome outcome;
};

/// The scenarios on one input, with what is measured of each beside the baseline.
class StealingRuns {
 public:
  /// @param machine its name and switches
  /// @throws UserError as runTimed; OutOfTime where the deadline expires
  StealingRuns(const PriceOptions& options, const SimulationOptions& machine, StealingShape shape);

  /// A row of the table.
  /// @param labels of the input; the scenario is added
  PriceRow row(StealingScenario scenario, std::vector<std::pair<std::string, std::string>> labels) const;
  double measured(StealingScenario scenario, PriceMeasure measure) const;

 private:
  std::map<StealingScenario, StealingRun> runs_;
};

}  // namespace hrfcheck::inline batch
