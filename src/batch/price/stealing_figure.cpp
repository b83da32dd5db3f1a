#include "batch/price/stealing_figure.h"

#include <fmt/format.h>

#include <map>
#include <span>

#include "batch/price/published_programs.h"
#include "batch/price/stealing_runs.h"
#include "report/machine/simulation_report.h"
#include "util/diagnostic.h"

namespace hrfcheck::inline batch {
namespace {

constexpr GraphKind kGraphs[] = {GraphKind::Road, GraphKind::Grid, GraphKind::SmallWorld, GraphKind::Uneven,
                                 GraphKind::PowerLaw};
constexpr PriceMeasure kMeasures[] = {PriceMeasure::SpeedUp, PriceMeasure::L1Misses,
                                      PriceMeasure::L2Requests};

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

/// What the scenarios are run on.
struct StealingInput {
  std::string name;
  GraphWork work = GraphWork::Pull;
  GraphShape graph;
  const PublishedProgram* published = nullptr;  ///< the program of the paper that it is like
};

/// The scenarios on inputs, and their means.
class StealingFigure {
 public:
  /// @param table without rows and chart
  StealingFigure(const PriceOptions& options, PriceTable table, std::vector<StealingInput> inputs,
                 std::span<const StealingScenario> scenarios)
      : options_(options), table_(std::move(table)), inputs_(std::move(inputs)), scenarios_(scenarios) {
    table_.chart = stealingChart(options, "Work stealing", scenarios);
    table_.notes.push_back(fmt::format(
        "{} % of the vertices sorted by degree, seed {}; {} compute units of {} wavefronts",
        options.graph.imbalance, options.graph.seed, options.placement.groups, options.placement.waves));
    table_.notes.push_back(cachesNote(options));
    table_.notes.emplace_back(
        "speed-up: baseline's cycles by the scenario's; misses and requests: the scenario's by baseline's");
    table_.notes.emplace_back(
        "useful lost: L1 misses of lines that an invalidation had taken; twice: tasks taken more than once");
    table_.notes.emplace_back(
        "failed %: of the steals that found a task; empty looks: of thieves, into queues without one");
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
  /// Of all inputs.
  using Sums = std::map<StealingScenario, std::map<PriceMeasure, double>>;

  void onMachine(const SimulationOptions& machine) {
    const bool drawn = &machine == &options_.machines.front();
    Sums sums;
    for (const StealingInput& input : inputs_) {
      StealingShape shape;
      shape.work = input.work;
      shape.graph = input.graph;
      shape.placement = options_.placement;
      const StealingRuns runs(options_, machine, shape, scenarios_);
      for (const StealingScenario scenario : scenarios_) {
        table_.rows.push_back(rowOf(runs, machine, input, scenario));
        for (const PriceMeasure measure : kMeasures) {
          sums[scenario][measure] += runs.measured(scenario, measure);
        }
      }
      if (drawn) {
        addInput(options_, runs, input.name, scenarios_, table_.chart);
      }
    }
    means(machine, sums, drawn);
  }

  /// @param published null of the mean and of inputs that are not the paper's
  std::vector<std::pair<std::string, std::string>> labelsOf(const SimulationOptions& machine,
                                                            const std::string& input,
                                                            const PublishedProgram* published) const {
    std::vector<std::pair<std::string, std::string>> labels = {{"machine", machineName(machine)},
                                                               {"input", input}};
    if (inputs_.front().published != nullptr) {
      labels.emplace_back("graph", published == nullptr
                                       ? "-"
                                       : fmt::format("{} {} {}", nameOf(published->kind),
                                                     nameOf(published->work), published->vertices));
    }
    return labels;
  }

  PriceRow rowOf(const StealingRuns& runs, const SimulationOptions& machine, const StealingInput& input,
                 StealingScenario scenario) const {
    PriceRow row = runs.row(scenario, labelsOf(machine, input.name, input.published));
    const auto* const steals = input.published == nullptr ? nullptr : input.published->steals(scenario);
    if (steals != nullptr) {
      row.cells.push_back({"stolen % (paper)", steals->stolen, 1});
      row.cells.push_back({"failed % (paper)", steals->failed, 1});
    }
    return row;
  }

  void means(const SimulationOptions& machine, const Sums& sums, bool drawn) {
    if (drawn) {
      table_.chart.groups.emplace_back("mean");
    }
    for (std::size_t s = 0; s < scenarios_.size(); ++s) {
      const StealingScenario scenario = scenarios_[s];
      const auto mean = [&](PriceMeasure measure) {
        return sums.at(scenario).at(measure) / static_cast<double>(inputs_.size());
      };
      PriceRow row{labelsOf(machine, "mean", nullptr),
                   {{"speed-up", mean(PriceMeasure::SpeedUp), 2},
                    {"L1 misses", mean(PriceMeasure::L1Misses), 2},
                    {"L2 requests", mean(PriceMeasure::L2Requests), 2}}};
      row.labels.emplace_back("scenario", nameOf(scenario));
      const std::optional<double> published = publishedMean(scenario);
      if (published) {
        row.cells.push_back({"speed-up (paper)", *published, 2});
      }
      table_.rows.push_back(std::move(row));
      if (drawn) {
        table_.chart.series[s].values.emplace_back(mean(options_.measure));
        addPublished(scenario, options_.measure == PriceMeasure::SpeedUp ? published : std::nullopt);
      }
    }
    if (drawn) {
      table_.chart.series.insert(table_.chart.series.end(), published_.begin(), published_.end());
    }
  }

  void addPublished(StealingScenario scenario, const std::optional<double>& value) {
    if (value && scenario != StealingScenario::Baseline) {
      ChartSeries series{nameOf(scenario), {}, true};
      series.values.resize(table_.chart.groups.size() - 1);
      series.values.push_back(value);
      published_.push_back(std::move(series));
    }
  }

  const PriceOptions& options_;
  PriceTable table_;
  std::vector<StealingInput> inputs_;
  std::span<const StealingScenario> scenarios_;
  std::vector<ChartSeries> published_;
};

}  // namespace

PriceTable stealingFigure(const PriceOptions& options) {
  PriceTable table;
  table.figure = "stealing";
  table.title = "work stealing";
  table.source = "Orr et al. 2015, section 6, Fig. 8, Fig. 10, Table 3";
  table.notes = {fmt::format("{} vertices; the mean of the paper is over ten inputs, which are not these",
                             options.graph.vertices)};
  std::vector<StealingInput> inputs;
  for (const GraphWork work : {GraphWork::Pull, GraphWork::Push}) {
    for (const GraphKind kind : kGraphs) {
      GraphShape graph = options.graph;
      graph.kind = kind;
      inputs.push_back({fmt::format("{} {}", nameOf(kind), nameOf(work)), work, graph, nullptr});
    }
  }
  return StealingFigure(options, std::move(table), std::move(inputs), kStealingScenarios).run();
}

PriceTable programsFigure(const PriceOptions& options) {
  PriceTable table;
  table.figure = "programs";
  table.title = "work stealing by program";
  table.source = "Orr et al. 2015, Tables 2 and 3, Fig. 8, Fig. 10";
  table.notes = {"graphs of the structure and size of the paper's, generated; each vertex once"};
  std::vector<StealingInput> inputs;
  for (const PublishedProgram* const program : chosenPrograms(options.programs)) {
    inputs.push_back({program->name, program->work, program->shapeOf(options.graph), program});
  }
  return StealingFigure(options, std::move(table), std::move(inputs), kPublishedScenarios).run();
}

}  // namespace hrfcheck::inline batch
