#include "batch/price/needleman_wunsch_figure.h"

#include <fmt/format.h>

#include <array>

#include "batch/price/workload_run.h"
#include "machine/workloads/needleman_wunsch.h"
#include "report/machine/simulation_report.h"
#include "util/diagnostic.h"
#include "util/invariant.h"

namespace hrfcheck::inline batch {
namespace {

/// A row of Table 3: microseconds by scheme, in the order of kWavefrontSchemes.
struct PublishedRow {
  std::uint32_t side;  ///< of 31 x 31 points
  std::array<double, 3> microseconds;
};
constexpr PublishedRow kPublished[] = {{1, {175, 57, 49}},  {2, {466, 58, 49}},   {4, {1050, 58, 50}},
                                       {8, {2285, 59, 51}}, {16, {5052, 72, 79}}, {32, {14757, 79, 109}}};
constexpr std::uint32_t kPointsOfSide = 31;
constexpr std::size_t kDiagonals = 1;  // index of the scheme that others are compared with

std::uint64_t cyclesOf(const PriceOptions& options, const SimulationOptions& machine, WavefrontScheme scheme,
                       std::uint32_t side) {
  NeedlemanWunschShape shape;
  shape.scheme = scheme;
  shape.side = side;
  shape.seed = options.graph.seed;
  NeedlemanWunschWorkload workload(shape);
  const TimedReport report = completedRun(workload, options, machine);
  INVARIANT(workload.grid() == workload.reference(), "an alignment comes out as it is computed in order");
  return report.cycles;
}

void addGrid(const PriceOptions& options, const SimulationOptions& machine, const PublishedRow& published,
             PriceTable& table) {
  const bool drawn = &machine == &options.machines.front();
  const std::string grid = fmt::format("{0}x{0}", published.side * kPointsOfSide);
  std::array<double, 3> cycles{};
  for (std::size_t s = 0; s < cycles.size(); ++s) {
    cycles[s] = static_cast<double>(cyclesOf(options, machine, kWavefrontSchemes[s], published.side));
  }
  if (drawn) {
    table.chart.groups.push_back(grid);
  }
  for (std::size_t s = 0; s < cycles.size(); ++s) {
    const double ours = cycles[s] / cycles[kDiagonals];
    const double theirs = published.microseconds[s] / published.microseconds[kDiagonals];
    table.rows.push_back(
        {{{"machine", machineName(machine)}, {"grid", grid}, {"scheme", nameOf(kWavefrontSchemes[s])}},
         {{"cycles", cycles[s], 0},
          {"by diagonals", ours, 2},
          {"us (paper)", published.microseconds[s], 0},
          {"by diagonals (paper)", theirs, 2}}});
    if (drawn && s != 0) {  // atomic locks would hide the others
      table.chart.series[s - 1].values.emplace_back(ours);
      table.chart.series[s + 1].values.emplace_back(theirs);
    }
  }
}

}  // namespace

PriceTable needlemanWunschFigure(const PriceOptions& options) {
  PriceTable table;
  table.figure = "needleman-wunsch";
  table.title = "an alignment with locks and barriers";
  table.source = "Li et al. 2015, section 6, Table 3";
  table.notes = {"by diagonals: the time of a scheme by that of barriers by diagonal",
                 "15 processors; ours are the cycles of the sub-grids alone, without launches"};
  table.chart.title = "Needleman-Wunsch on " + machineName(options.machines.front());
  table.chart.xLabel = "points of the grid";
  table.chart.yLabel = "time, relative to barriers by diagonal";
  table.chart.lines = true;
  for (const bool published : {false, true}) {
    for (const WavefrontScheme scheme : {WavefrontScheme::Diagonals, WavefrontScheme::LockBits}) {
      table.chart.series.push_back({nameOf(scheme), {}, published});
    }
  }
  try {
    for (const SimulationOptions& machine : options.machines) {
      for (const PublishedRow& published : kPublished) {
        addGrid(options, machine, published, table);
      }
    }
  } catch (const OutOfTime&) {
    table.incomplete = "time limit";
  }
  return table;
}

}  // namespace hrfcheck::inline batch
