#include "batch/price/figures.h"

#include <fmt/format.h>

#include "batch/price/ghost_zone_figure.h"
#include "batch/price/needleman_wunsch_figure.h"
#include "batch/price/stealing_runs.h"
#include "report/machine/simulation_report.h"

namespace hrfcheck::inline batch {
namespace {

constexpr GraphKind kGraphs[] = {GraphKind::Road, GraphKind::Grid, GraphKind::SmallWorld, GraphKind::Uneven,
                                 GraphKind::PowerLaw};

/// Orr et al. 2015, section 6: "on average", over the ten inputs of Table 2.
std::optional<double> publishedMean(StealingScenario scenario) {
  switch (scenario) {
    case StealingScenario::Baseline:
      return 1.0;
    case StealingScenario::ScopeOnly:
      return 1.07;
    case StealingScenario::StealOnly:
      return 1.18;
    case StealingScenario::RemSync:
      return 1.25;
    case StealingScenario::UnsafeSteal:
      return std::nullopt;
  }
  return std::nullopt;
}

std::string yLabelOf(PriceMeasure measure) {
  return measure == PriceMeasure::SpeedUp    ? "speed-up over baseline"
         : measure == PriceMeasure::L1Misses ? "L1 misses, relative to baseline"
                                             : "L2 requests, relative to baseline";
}

Chart emptyChart(const PriceOptions& options, const std::string& title) {
  Chart chart;
  chart.title = title + " on " + machineName(options.machines.front());
  chart.yLabel = yLabelOf(options.measure);
  chart.reference = 1;
  for (const StealingScenario scenario : kStealingScenarios) {
    chart.series.push_back({nameOf(scenario), {}});
  }
  return chart;
}

void addGroup(const PriceOptions& options, const StealingRuns& runs, const std::string& group, Chart& chart) {
  chart.groups.push_back(group);
  for (std::size_t s = 0; s < chart.series.size(); ++s) {
    chart.series[s].values.emplace_back(runs.measured(kStealingScenarios[s], options.measure));
  }
}

constexpr PriceMeasure kMeasures[] = {PriceMeasure::SpeedUp, PriceMeasure::L1Misses,
                                      PriceMeasure::L2Requests};
/// Of all inputs.
using Sums = std::map<StealingScenario, std::map<PriceMeasure, double>>;

/// The scenarios on the structures of graphs, and the mean.
class StealingFigure {
 public:
  explicit StealingFigure(const PriceOptions& options) : options_(options) {
    table_.figure = "stealing";
    table_.title = "work stealing";
    table_.source = "Orr et al. 2015, section 6, Fig. 8, Fig. 10, Table 3";
    table_.chart = emptyChart(options, "Work stealing");
    table_.notes = {
        fmt::format("{} vertices, {} % of them sorted by degree, seed {}; {} compute units of {} wavefronts",
                    options.graph.vertices, options.graph.imbalance, options.graph.seed,
                    options.placement.groups, options.placement.waves),
        "speed-up: baseline's cycles by the scenario's; misses and requests: the scenario's by baseline's",
        "useful lost: L1 misses of lines that an invalidation had taken; twice: tasks taken more than once",
        "speed-up (paper): its mean over ten inputs, which are not these (section 6)"};
  }

  PriceTable run() {
    try {
      for (const SimulationOptions& machine : options_.machines) {
        onMachine(machine);
      }
    } catch (const OutOfTime&) {
      table_.incomplete = "time limit";
    }
    return std::move(table_);
  }

 private:
  void onMachine(const SimulationOptions& machine) {
    const bool drawn = &machine == &options_.machines.front();
    Sums sums;
    std::size_t inputs = 0;
    for (const GraphWork work : {GraphWork::Pull, GraphWork::Push}) {
      for (const GraphKind kind : kGraphs) {
        StealingShape shape;
        shape.work = work;
        shape.graph = options_.graph;
        shape.graph.kind = kind;
        shape.placement = options_.placement;
        const StealingRuns runs(options_, machine, shape);
        const std::string input = fmt::format("{} {}", nameOf(kind), nameOf(work));
        for (const StealingScenario scenario : kStealingScenarios) {
          table_.rows.push_back(runs.row(scenario, {{"machine", machineName(machine)}, {"input", input}}));
          for (const PriceMeasure measure : kMeasures) {
            sums[scenario][measure] += runs.measured(scenario, measure);
          }
        }
        ++inputs;
        if (drawn) {
          addGroup(options_, runs, input, table_.chart);
        }
      }
    }
    means(machine, sums, inputs, drawn);
  }

  void means(const SimulationOptions& machine, const Sums& sums, std::size_t inputs, bool drawn) {
    if (drawn) {
      table_.chart.groups.emplace_back("mean");
    }
    for (std::size_t s = 0; s < std::size(kStealingScenarios); ++s) {
      const StealingScenario scenario = kStealingScenarios[s];
      const auto mean = [&](PriceMeasure measure) {
        return sums.at(scenario).at(measure) / static_cast<double>(inputs);
      };
      PriceRow row{{{"machine", machineName(machine)}, {"input", "mean"}, {"scenario", nameOf(scenario)}},
                   {{"speed-up", mean(PriceMeasure::SpeedUp), 2},
                    {"L1 misses", mean(PriceMeasure::L1Misses), 2},
                    {"L2 requests", mean(PriceMeasure::L2Requests), 2}}};
      const std::optional<double> published = publishedMean(scenario);
      if (published) {
        row.cells.push_back({"speed-up (paper)", *published, 2});
      }
      table_.rows.push_back(std::move(row));
      if (drawn) {
        table_.chart.series[s].values.emplace_back(mean(options_.measure));
        addPublished(nameOf(scenario), options_.measure == PriceMeasure::SpeedUp ? published : std::nullopt);
      }
    }
  }

  void addPublished(const std::string& scenario, const std::optional<double>& value) {
    if (value && scenario != nameOf(StealingScenario::Baseline)) {
      ChartSeries series{scenario, {}, true};
      series.values.resize(table_.chart.groups.size() - 1);
      series.values.push_back(value);
      published_.push_back(std::move(series));
    }
    if (scenario == nameOf(StealingScenario::UnsafeSteal)) {
      table_.chart.series.insert(table_.chart.series.end(), published_.begin(), published_.end());
    }
  }

  const PriceOptions& options_;
  PriceTable table_;
  std::vector<ChartSeries> published_;
};

/// The scenarios over one parameter, on the graph that has imbalance and nothing else.
PriceTable sweep(const PriceOptions& options, const char* figure, const char* parameter,
                 const std::vector<std::uint32_t>& values,
                 void (*set)(const PriceOptions&, StealingShape&, std::uint32_t)) {
  PriceTable table;
  table.figure = figure;
  table.title = fmt::format("work stealing by {}", parameter);
  table.source = "after Orr et al. 2015, section 6; the sweep is ours";
  table.chart = emptyChart(options, fmt::format("Work stealing by {}", parameter));
  table.chart.xLabel = parameter;
  table.chart.lines = true;
  table.notes = {fmt::format(
      "graph uneven, pull, seed {}; {} vertices, {} % of them sorted by degree and {} compute "
      "units where the sweep does not say otherwise",
      options.graph.seed, options.graph.vertices, options.graph.imbalance, options.placement.groups)};
  try {
    for (const SimulationOptions& machine : options.machines) {
      for (const std::uint32_t value : values) {
        StealingShape shape;
        shape.graph = options.graph;
        shape.graph.kind = GraphKind::Uneven;
        shape.placement = options.placement;
        set(options, shape, value);
        const StealingRuns runs(options, machine, shape);
        for (const StealingScenario scenario : kStealingScenarios) {
          table.rows.push_back(
              runs.row(scenario, {{"machine", machineName(machine)}, {parameter, std::to_string(value)}}));
        }
        if (&machine == &options.machines.front()) {
          addGroup(options, runs, std::to_string(value), table.chart);
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
  static const std::vector<std::string> names = {"stealing",      "queue-length", "imbalance",
                                                 "compute-units", "ghost-zone",   "needleman-wunsch"};
  return names;
}

const std::vector<std::string>& priceMeasureNames() {
  static const std::vector<std::string> names = {"speed-up", "l1-misses", "l2-requests"};
  return names;
}

PriceTable priceFigure(const PriceOptions& options) {
  switch (options.figure) {
    case PriceFigure::Stealing:
      return StealingFigure(options).run();
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
    case PriceFigure::NeedlemanWunsch:
      return needlemanWunschFigure(options);
  }
  return {};
}

}  // namespace hrfcheck::inline batch
