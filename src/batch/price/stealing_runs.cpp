#include "batch/price/stealing_runs.h"

#include <fmt/format.h>

#include <algorithm>

#include "batch/price/workload_run.h"
#include "report/machine/simulation_report.h"
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

/// The table with the caches that are asked for.
LatencyTable tableOf(const PriceOptions& options) {
  LatencyTable table = options.table;
  table.drainAfter = options.writes == CacheWrites::Back ? 0 : std::max(table.drainAfter, 1U);
  return table;
}

std::string yLabelOf(PriceMeasure measure) {
  return measure == PriceMeasure::SpeedUp    ? "speed-up over baseline"
         : measure == PriceMeasure::L1Misses ? "L1 misses, relative to baseline"
                                             : "L2 requests, relative to baseline";
}

}  // namespace

StealingRuns::StealingRuns(const PriceOptions& options, const SimulationOptions& machine, StealingShape shape,
                           std::span<const StealingScenario> scenarios) {
  PriceOptions chosen = options;
  chosen.table = tableOf(options);
  for (const StealingScenario scenario : scenarios) {
    shape.scenario = scenario;
    StealingWorkload workload(shape);
    TimedReport report = completedRun(workload, chosen, machine);
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
  row.cells = {
      {"cycles", static_cast<double>(report.cycles), 0},
      {"speed-up", measured(scenario, PriceMeasure::SpeedUp), 2},
      {"L1 misses", measured(scenario, PriceMeasure::L1Misses), 2},
      {"L2 requests", measured(scenario, PriceMeasure::L2Requests), 2},
      {"useful lost", static_cast<double>(level(report, "L1").invalidationMisses), 0},
      {"stolen %", percent(run.outcome.stolen, run.outcome.tasks), 1},
      {"failed %", percent(run.outcome.failedSteals, run.outcome.failedSteals + run.outcome.stolen), 1},
      {"empty looks", static_cast<double>(run.outcome.emptyLooks), 0},
      {"twice", static_cast<double>(run.outcome.twice), 0}};
  if (report.scoped > 0) {
    row.cells.push_back({"cycles/cmp", ratio(report.scopedCycles, report.scoped), 0});
  }
  if (report.remote > 0) {
    row.cells.push_back({"cycles/remote", ratio(report.remoteCycles, report.remote), 0});
  }
  return row;
}

Chart stealingChart(const PriceOptions& options, const std::string& title,
                    std::span<const StealingScenario> scenarios) {
  Chart chart;
  chart.title = title + " on " + machineName(options.machines.front());
  chart.yLabel = yLabelOf(options.measure);
  chart.reference = 1;
  for (const StealingScenario scenario : scenarios) {
    chart.series.push_back({nameOf(scenario), {}});
  }
  return chart;
}

void addInput(const PriceOptions& options, const StealingRuns& runs, const std::string& input,
              std::span<const StealingScenario> scenarios, Chart& chart) {
  chart.groups.push_back(input);
  for (std::size_t s = 0; s < scenarios.size(); ++s) {
    chart.series[s].values.emplace_back(runs.measured(scenarios[s], options.measure));
  }
}

std::string cachesNote(const PriceOptions& options) {
  const std::uint32_t after = tableOf(options).drainAfter;
  return after == 0 ? "write-back caches: dirty lines move on when they are flushed or make room"
                    : fmt::format("write-through caches: dirty lines move on after {} cycle{}", after,
                                  after == 1 ? "" : "s");
}

}  // namespace hrfcheck::inline batch
