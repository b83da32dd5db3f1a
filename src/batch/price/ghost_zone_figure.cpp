#include "batch/price/ghost_zone_figure.h"

#include <fmt/format.h>

#include <array>

#include "batch/price/workload_run.h"
#include "machine/workloads/ghost_zone.h"
#include "report/machine/simulation_report.h"
#include "util/diagnostic.h"

namespace hrfcheck::inline batch {
namespace {

constexpr std::uint32_t kSteps = 64;
constexpr std::array<std::uint32_t, 6> kWidths = {1, 2, 4, 8, 16, 32};

TimedReport runOf(const PriceOptions& options, const SimulationOptions& machine, GhostBarriers barriers,
                  std::uint32_t width) {
  GhostZoneShape shape;
  shape.barriers = barriers;
  shape.ghost = width;
  shape.refreshes = kSteps / width;
  shape.placement = options.placement;
  GhostZoneWorkload workload(shape);
  return completedRun(workload, options, machine);
}

void addRows(const PriceOptions& options, const SimulationOptions& machine, std::uint32_t width,
             PriceTable& table) {
  for (std::size_t b = 0; b < std::size(kGhostBarriers); ++b) {
    const GhostBarriers barriers = kGhostBarriers[b];
    const TimedReport report = runOf(options, machine, barriers, width);
    const double perStep = static_cast<double>(report.cycles) / kSteps;
    PriceRow row{{{"machine", machineName(machine)},
                  {"ghost zone", std::to_string(width)},
                  {"barriers", nameOf(barriers)}},
                 {{"cycles", static_cast<double>(report.cycles), 0}, {"cycles/step", perStep, 1}}};
    for (const LevelCounts& level : report.levels) {
      row.cells.push_back({level.name + " requests", static_cast<double>(level.requests), 0});
    }
    table.rows.push_back(std::move(row));
    if (&machine == &options.machines.front()) {
      table.chart.series[b].values.emplace_back(perStep);
    }
  }
}

}  // namespace

PriceTable ghostZoneFigure(const PriceOptions& options) {
  PriceTable table;
  table.figure = "ghost-zone";
  table.title = "group and global barriers of a stencil";
  table.source = "Hower et al. 2013, Fig. 1 and 4";
  table.notes = {
      fmt::format("{} time steps of 512 cells in each of {} work-groups of {} wavefronts; all of it ours, "
                  "as the paper measures nothing",
                  kSteps, options.placement.groups, options.placement.waves),
      "Fig. 4 as printed races: neighbours read the ghost zone while its owner overwrites it",
      "the other two have another global barrier after that read (litmus/ghost-zone/fig4-second-barrier)"};
  table.chart.title = "A stencil on " + machineName(options.machines.front());
  table.chart.xLabel = "width of the ghost zone, time steps between refreshes";
  table.chart.yLabel = "cycles of a time step";
  table.chart.lines = true;
  for (const GhostBarriers barriers : kGhostBarriers) {
    table.chart.series.push_back({nameOf(barriers), {}});
  }
  try {
    for (const SimulationOptions& machine : options.machines) {
      for (const std::uint32_t width : kWidths) {
        if (&machine == &options.machines.front()) {
          table.chart.groups.push_back(std::to_string(width));
        }
        addRows(options, machine, width, table);
      }
    }
  } catch (const OutOfTime&) {
    table.incomplete = "time limit";
  }
  return table;
}

}  // namespace hrfcheck::inline batch
