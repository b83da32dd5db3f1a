#include "batch/price/load_balance_figure.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "batch/price/published_programs.h"
#include "batch/price/stealing_runs.h"
#include "report/machine/simulation_report.h"
#include "util/diagnostic.h"

namespace hrfcheck::inline batch {
namespace {

/// When each work-group ended, in order.
std::vector<double> groupTimes(const TimedReport& report, std::size_t waves) {
  std::vector<double> times;
  for (std::size_t first = 0; first < report.ends.size(); first += waves) {
    const auto begin = report.ends.begin() + static_cast<std::ptrdiff_t>(first);
    times.push_back(
        static_cast<double>(*std::max_element(begin, begin + static_cast<std::ptrdiff_t>(waves))));
  }
  std::ranges::sort(times);
  return times;
}

/// @param sorted not empty
/// @param share 0 for the minimum, 1 for the maximum; between two values in proportion
double quantile(const std::vector<double>& sorted, double share) {
  const double place = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (place - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

void addProgram(const PriceOptions& options, const SimulationOptions& machine,
                const PublishedProgram& program, PriceTable& table) {
  StealingShape shape;
  shape.work = program.work;
  shape.graph = program.shapeOf(options.graph);
  shape.placement = options.placement;
  const StealingRuns runs(options, machine, shape, kPublishedScenarios);
  const auto timesOf = [&](StealingScenario scenario) {
    return groupTimes(runs.reportOf(scenario), options.placement.waves);
  };
  const std::vector<double> base = timesOf(StealingScenario::Baseline);
  const double mean = std::accumulate(base.begin(), base.end(), 0.0) / static_cast<double>(base.size());
  for (std::size_t s = 0; s < kPublishedScenarios.size(); ++s) {
    const std::vector<double> times = timesOf(kPublishedScenarios[s]);
    const auto at = [&](double share) { return quantile(times, share) / mean; };
    table.rows.push_back({{{"machine", machineName(machine)},
                           {"input", program.name},
                           {"scenario", nameOf(kPublishedScenarios[s])}},
                          {{"least", at(0), 2},
                           {"25 %", at(0.25), 2},
                           {"median", at(0.5), 2},
                           {"75 %", at(0.75), 2},
                           {"most", at(1), 2}}});
    if (&machine == &options.machines.front()) {
      table.chart.series[s].values.emplace_back(at(1));
    }
  }
  if (&machine == &options.machines.front()) {
    table.chart.groups.emplace_back(program.name);
  }
}

}  // namespace

PriceTable loadBalanceFigure(const PriceOptions& options) {
  PriceTable table;
  table.figure = "load-balance";
  table.title = "times of work-groups";
  table.source = "Orr et al. 2015, Fig. 9";
  table.notes = {
      "when work-groups end, by the mean of baseline's; graphs as in `price programs`",
      fmt::format("{} % of the vertices sorted by degree, seed {}; {} work-groups of {} wavefronts",
                  options.graph.imbalance, options.graph.seed, options.placement.groups,
                  options.placement.waves),
      cachesNote(options)};
  table.chart.title = "The last work-group's time on " + machineName(options.machines.front());
  table.chart.yLabel = "relative to the mean of baseline's work-groups";
  table.chart.reference = 1;
  for (const StealingScenario scenario : kPublishedScenarios) {
    table.chart.series.push_back({nameOf(scenario), {}});
  }
  const std::vector<const PublishedProgram*> programs = chosenPrograms(options.programs);
  try {
    for (const SimulationOptions& machine : options.machines) {
      for (const PublishedProgram* const program : programs) {
        addProgram(options, machine, *program, table);
      }
    }
  } catch (const OutOfTime&) {
    table.incomplete = "time limit";
  }
  return table;
}

}  // namespace hrfcheck::inline batch
