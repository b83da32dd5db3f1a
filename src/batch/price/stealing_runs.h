#pragma once

#include <map>
#include <span>

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
  /// @param scenarios with the baseline
  /// @throws UserError as runTimed; OutOfTime where the deadline expires
  StealingRuns(const PriceOptions& options, const SimulationOptions& machine, StealingShape shape,
               std::span<const StealingScenario> scenarios);

  /// A row of the table.
  /// @param labels of the input; the scenario is added
  PriceRow row(StealingScenario scenario, std::vector<std::pair<std::string, std::string>> labels) const;
  double measured(StealingScenario scenario, PriceMeasure measure) const;
  const TimedReport& reportOf(StealingScenario scenario) const { return runs_.at(scenario).report; }

 private:
  std::map<StealingScenario, StealingRun> runs_;
};

/// A chart of what is measured of scenarios, by machine and input.
Chart stealingChart(const PriceOptions& options, const std::string& title,
                    std::span<const StealingScenario> scenarios);
/// The scenarios of an input, side by side in the chart.
void addInput(const PriceOptions& options, const StealingRuns& runs, const std::string& input,
              std::span<const StealingScenario> scenarios, Chart& chart);
/// "write-through caches (drain-after 1)": a note of tables.
std::string cachesNote(const PriceOptions& options);

}  // namespace hrfcheck::inline batch
