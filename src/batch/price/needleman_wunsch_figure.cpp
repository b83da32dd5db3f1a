#include "batch/price/needleman_wunsch_figure.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "batch/price/workload_run.h"
#include "machine/workloads/needleman_wunsch.h"
#include "report/machine/simulation_report.h"
#include "util/diagnostic.h"
#include "util/invariant.h"

namespace hrfcheck::inline batch {
namespace {

constexpr std::size_t kSchemes = std::size(kWavefrontSchemes);

/// A row of Table 3: microseconds by scheme, in the order of kWavefrontSchemes.
struct PublishedGrid {
  std::uint32_t points;  ///< on a side
  std::array<double, kSchemes> microseconds;
};
constexpr PublishedGrid kTable3[] = {{31, {175, 57, 49}},     {62, {466, 58, 49}},   {124, {1050, 58, 50}},
                                     {248, {2285, 59, 51}},   {496, {5052, 72, 79}}, {992, {14757, 79, 109}},
                                     {1984, {48808, 80, 165}}};
constexpr std::uint32_t kSlowestGrid = 1984;  // as long as all the others, three times over

/// An alignment by one scheme.
struct Alignment {
  double cycles = 0, turns = 0, longestLaunch = 0;
};
using Alignments = std::array<Alignment, kSchemes>;

Alignments alignmentsOf(const PriceOptions& options, const SimulationOptions& machine, std::uint32_t points) {
  Alignments made;
  for (std::size_t s = 0; s < kSchemes; ++s) {
    NeedlemanWunschShape shape;
    shape.scheme = kWavefrontSchemes[s];
    shape.side = points / kSubGridPoints;
    shape.seed = options.graph.seed;
    NeedlemanWunschWorkload workload(shape);
    const TimedReport report = completedRun(workload, options, machine);
    INVARIANT(workload.grid() == workload.reference(), "an alignment comes out as it is computed in order");
    made[s] = {static_cast<double>(report.cycles), static_cast<double>(workload.turns()),
               static_cast<double>(*std::ranges::max_element(workload.launches()))};
  }
  return made;
}

const PublishedGrid* publishedOf(std::uint32_t points) {
  const auto found = std::ranges::find(kTable3, points, &PublishedGrid::points);
  return found == std::end(kTable3) ? nullptr : &*found;
}

std::string gridName(std::uint32_t points) {
  return fmt::format("{0}x{0}", points);
}

PriceRow rowOf(const SimulationOptions& machine, std::uint32_t points, std::size_t s, const Alignment& mine,
               const Alignment& smallest) {
  PriceRow row{{{"machine", machineName(machine)},
                {"grid", gridName(points)},
                {"scheme", nameOf(kWavefrontSchemes[s])}},
               {{"cycles", mine.cycles, 0},
                {"turns", mine.turns, 0},
                {"cycles/turn", mine.cycles / mine.turns, 0},
                {"longest launch", mine.longestLaunch, 0},
                {"by 31x31", mine.longestLaunch / smallest.longestLaunch, 2}}};
  if (const PublishedGrid* const published = publishedOf(points)) {
    const double time = published->microseconds[s];
    row.cells.push_back({"us (paper)", time, 0});
    row.cells.push_back({"us/turn (paper)", time / mine.turns, 1});
    row.cells.push_back({"by 31x31 (paper)", time / kTable3[0].microseconds[s], 2});
  }
  return row;
}

/// The longest launches beside the columns of the paper that are of one launch: not that of atomic locks.
void draw(std::uint32_t points, const Alignments& mine, const Alignments& smallest, Chart& chart) {
  const PublishedGrid* const published = publishedOf(points);
  chart.groups.push_back(gridName(points));
  for (std::size_t s = 1; s < kSchemes; ++s) {
    chart.series[s - 1].values.emplace_back(mine[s].longestLaunch / smallest[s].longestLaunch);
    chart.series[s + 1].values.push_back(
        published == nullptr ? std::nullopt
                             : std::optional(published->microseconds[s] / kTable3[0].microseconds[s]));
  }
}

std::vector<std::uint32_t> gridsOf(const PriceOptions& options) {
  std::vector<std::uint32_t> grids = options.grids;
  for (const PublishedGrid& published : kTable3) {
    if (options.grids.empty() && published.points < kSlowestGrid) {
      grids.push_back(published.points);
    }
  }
  return grids;
}

PriceTable emptyAlignmentTable(const PriceOptions& options) {
  PriceTable table;
  table.figure = "needleman-wunsch";
  table.title = "an alignment with locks and barriers";
  table.source = "Li et al. 2015, section 6, Table 3";
  table.notes = {
      "cycles: of all launches; turns: how many sub-grids the busiest of 15 processors has one after the other",
      "by 31x31: the longest launch by that of 31x31; of the paper, its time by that of 31x31",
      "lock bits: Listing 15 with tokens restored once; cycles are those of sub-grids, without launches"};
  table.chart.title = "Needleman-Wunsch on " + machineName(options.machines.front());
  table.chart.xLabel = "points of the grid";
  table.chart.yLabel = "the longest launch, relative to 31x31";
  table.chart.lines = true;
  for (const bool published : {false, true}) {
    for (const WavefrontScheme scheme : {WavefrontScheme::Diagonals, WavefrontScheme::LockBits}) {
      table.chart.series.push_back({nameOf(scheme), {}, published});
    }
  }
  return table;
}

}  // namespace

PriceTable needlemanWunschFigure(const PriceOptions& options) {
  PriceTable table = emptyAlignmentTable(options);
  try {
    for (const SimulationOptions& machine : options.machines) {
      const Alignments smallest = alignmentsOf(options, machine, kSubGridPoints);
      for (const std::uint32_t points : gridsOf(options)) {
        const Alignments mine = points == kSubGridPoints ? smallest : alignmentsOf(options, machine, points);
        for (std::size_t s = 0; s < kSchemes; ++s) {
          table.rows.push_back(rowOf(machine, points, s, mine[s], smallest[s]));
        }
        if (&machine == &options.machines.front()) {
          draw(points, mine, smallest, table.chart);
        }
      }
    }
  } catch (const OutOfTime&) {
    table.incomplete = "time limit";
  }
  return table;
}

}  // namespace hrfcheck::inline batch
