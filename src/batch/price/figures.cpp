#include "batch/price/figures.h"

#include <fmt/format.h>

#include "batch/price/ghost_zone_figure.h"
#include "batch/price/load_balance_figure.h"
#include "batch/price/needleman_wunsch_figure.h"
#include "batch/price/stealing_figure.h"
#include "batch/price/stealing_runs.h"
#include "batch/price/warp_chain_figure.h"
#include "report/machine/simulation_report.h"

namespace hrfcheck::inline batch {
namespace {

/// The scenarios over one parameter, on the graph that has imbalance and nothing else.
PriceTable sweep(const PriceOptions& options, const char* figure, const char* parameter,
                 const std::vector<std::uint32_t>& values,
                 void (*set)(const PriceOptions&, StealingShape&, std::uint32_t)) {
  PriceTable table;
  table.figure = figure;
  table.title = fmt::format("work stealing by {}", parameter);
  table.source = "after Orr et al. 2015, section 6; the sweep is ours";
  table.chart = stealingChart(options, fmt::format("Work stealing by {}", parameter), kStealingScenarios);
  table.chart.xLabel = parameter;
  table.chart.lines = true;
  table.notes = {
      fmt::format("graph uneven, pull, seed {}; {} vertices, {} % of them sorted by degree and {} compute "
                  "units where the sweep does not say otherwise",
                  options.graph.seed, options.graph.vertices, options.graph.imbalance,
                  options.placement.groups),
      cachesNote(options)};
  try {
    for (const SimulationOptions& machine : options.machines) {
      for (const std::uint32_t value : values) {
        StealingShape shape;
        shape.graph = options.graph;
        shape.graph.kind = GraphKind::Uneven;
        shape.placement = options.placement;
        set(options, shape, value);
        const StealingRuns runs(options, machine, shape, kStealingScenarios);
        for (const StealingScenario scenario : kStealingScenarios) {
          table.rows.push_back(
              runs.row(scenario, {{"machine", machineName(machine)}, {parameter, std::to_string(value)}}));
        }
        if (&machine == &options.machines.front()) {
          addInput(options, runs, std::to_string(value), kStealingScenarios, table.chart);
        }
      }
    }
  } catch (const OutOfTime&) {
    table.incomplete = "time limit";
  }
  return table;
}

constexpr std::uint32_t kLanes = 64;

}  // namespace

const std::vector<std::string>& priceFigureNames() {
  static const std::vector<std::string> names = {"stealing",     "programs",   "load-balance",
                                                 "queue-length", "imbalance",  "compute-units",
                                                 "ghost-zone",   "warp-chain", "needleman-wunsch"};
  return names;
}

const std::vector<std::string>& cacheWritesNames() {
  static const std::vector<std::string> names = {"write-through", "write-back"};
  return names;
}

const std::vector<std::string>& priceMeasureNames() {
  static const std::vector<std::string> names = {"speed-up", "l1-misses", "l2-requests"};
  return names;
}

PriceTable priceFigure(const PriceOptions& options) {
  switch (options.figure) {
    case PriceFigure::Stealing:
      return stealingFigure(options);
    case PriceFigure::Programs:
      return programsFigure(options);
    case PriceFigure::LoadBalance:
      return loadBalanceFigure(options);
    case PriceFigure::QueueLength:
      return sweep(options, "queue-length", "tasks in a queue", {2, 4, 8, 16, 32, 64},
                   [](const PriceOptions& o, StealingShape& shape, std::uint32_t tasks) {
                     shape.graph.vertices =
                         tasks * kLanes * static_cast<std::uint32_t>(o.placement.waves * o.placement.groups);
                   });
    case PriceFigure::Imbalance:
      return sweep(options, "imbalance", "% sorted by degree", {0, 20, 40, 60, 80, 100},
                   [](const PriceOptions&, StealingShape& shape, std::uint32_t percent) {
                     shape.graph.imbalance = percent;
                   });
    case PriceFigure::ComputeUnits:
      return sweep(options, "compute-units", "compute units", {2, 4, 8, 16, 32, 64},
                   [](const PriceOptions&, StealingShape& shape, std::uint32_t groups) {
                     shape.placement.groups = groups;
                   });
    case PriceFigure::GhostZone:
      return ghostZoneFigure(options);
    case PriceFigure::WarpChain:
      return warpChainFigure(options);
    case PriceFigure::NeedlemanWunsch:
      return needlemanWunschFigure(options);
  }
  return {};
}

}  // namespace hrfcheck::inline batch
