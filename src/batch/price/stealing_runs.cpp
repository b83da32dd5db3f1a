#include "batch/price/stealing_runs.h"

#include <algorithm>

#include "batch/price/workload_run.h"
#include "util/diagnostic.h"

namespace hrfcheck::inline batch {
namespace {

double ratio(std::uint64_t a, std::uint64_t b) {
  return b == 0 ? 0 : static_cast<double>(a) / static_cast<double>(b);
}

double percent(std::size_t part, std::size_t whole) {
  return whole == 0 ? 0 : 100 * static_cast<double>(part) / static_cast<double>(whole);
}

const LevelCounts& level(const TimedReport& report, const char* name) {
  const auto found = std::ranges::find(report.levels, name, &LevelCounts::name);
  if (found == report.levels.end()) {
    throw UserError(std::string("the machine has no ") + name,
                    "work stealing needs caches of work-groups and components");
  }
  return *found;
}

}  // namespace

StealingRuns::StealingRuns(const PriceOptions& options, const SimulationOptions& machine,
                           StealingShape shape) {
  for (const StealingScenario scenario : kStealingScenarios) {
    shape.scenario = scenario;
    StealingWorkload workload(shape);
    TimedReport report = completedRun(workload, options, machine);
    runs_.emplace(scenario, StealingRun{std::move(report), workload.outcome()});
  }
}

double StealingRuns::measured(StealingScenario scenario, PriceMeasure measure) const {
  const TimedReport& report = runs_.at(scenario).report;
  const TimedReport& base = runs_.at(StealingScenario::Baseline).report;
  switch (measure) {
    case PriceMeasure::SpeedUp:
      return ratio(base.cycles, report.cycles);
    case PriceMeasure::L1Misses:
      return ratio(level(report, "L1").misses, level(base, "L1").misses);
    case PriceMeasure::L2Requests:
      return ratio(level(report, "L2").requests, level(base, "L2").requests);
  }
  return 0;
}

PriceRow StealingRuns::row(StealingScenario scenario,
                           std::vector<std::pair<std::string, std::string>> labels) const {
  const StealingRun& run = runs_.at(scenario);
  const TimedReport& report = run.report;
  labels.emplace_back("scenario", nameOf(scenario));
  PriceRow row{std::move(labels), {}};
  row.cells = {{"cycles", static_cast<double>(report.cycles), 0},
               {"speed-up", measured(scenario, PriceMeasure::SpeedUp), 2},
               {"L1 misses", measured(scenario, PriceMeasure::L1Misses), 2},
               {"L2 requests", measured(scenario, PriceMeasure::L2Requests), 2},
               {"useful lost", static_cast<double>(level(report, "L1").invalidationMisses), 0},
               {"stolen %", percent(run.outcome.stolen, run.outcome.tasks), 1},
               {"failed %", percent(run.outcome.failedSteals, run.outcome.steals), 1},
               {"twice", static_cast<double>(run.outcome.twice), 0}};
  if (report.scoped > 0) {
    row.cells.push_back({"cycles/cmp", ratio(report.scopedCycles, report.scoped), 0});
  }
  if (report.remote > 0) {
    row.cells.push_back({"cycles/remote", ratio(report.remoteCycles, report.remote), 0});
  }
  return row;
}

}  // namespace hrfcheck::inline batch
