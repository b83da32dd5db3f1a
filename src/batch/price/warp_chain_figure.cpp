#include "batch/price/warp_chain_figure.h"

#include <array>

#include "batch/price/workload_run.h"
#include "machine/workloads/warp_chain.h"
#include "report/machine/simulation_report.h"
#include "util/diagnostic.h"
#include "util/invariant.h"

namespace hrfcheck::inline batch {
namespace {

/// Of a scheme, in the order of kChainSchemes: Table 2, and the two columns of Table 1.
struct PublishedChain {
  double performance, bytes, bits;
};
constexpr std::array<PublishedChain, std::size(kChainSchemes)> kPublishedChains = {
    {{1.0, 2048, 512}, {2.6, 0, 0}, {0.8, 128, 32}, {4.0, 0, 512}, {2.0, 0, 32}}};

struct MeasuredChain {
  double cycles = 0, bytes = 0, bits = 0;
};

MeasuredChain chainOf(const PriceOptions& options, const SimulationOptions& machine, ChainScheme scheme) {
  WarpChainWorkload workload(scheme);
  (void)completedRun(workload, options, machine);
  INVARIANT(workload.sums() == workload.reference(), "a chain of warps comes out as it is computed in order");
  return {static_cast<double>(workload.reductionCycles()), static_cast<double>(workload.lockBytes()),
          static_cast<double>(workload.lockBits())};
}

void addChains(const PriceOptions& options, const SimulationOptions& machine, PriceTable& table) {
  const bool drawn = &machine == &options.machines.front();
  double atomic = 0;
  for (std::size_t s = 0; s < kPublishedChains.size(); ++s) {
    const MeasuredChain mine = chainOf(options, machine, kChainSchemes[s]);
    const PublishedChain& theirs = kPublishedChains[s];
    atomic = s == 0 ? mine.cycles : atomic;
    table.rows.push_back({{{"machine", machineName(machine)}, {"scheme", nameOf(kChainSchemes[s])}},
                          {{"cycles", mine.cycles, 0},
                           {"cycles/warp", mine.cycles / WarpChainWorkload::kWarps, 1},
                           {"speed-up", atomic / mine.cycles, 2},
                           {"speed-up (paper)", theirs.performance, 1},
                           {"bytes", mine.bytes, 0},
                           {"bytes (paper)", theirs.bytes, 0},
                           {"lock bits", mine.bits, 0},
                           {"lock bits (paper)", theirs.bits, 0}}});
    if (drawn) {
      table.chart.groups.emplace_back(nameOf(kChainSchemes[s]));
      table.chart.series[0].values.emplace_back(atomic / mine.cycles);
      table.chart.series[1].values.emplace_back(theirs.performance);
    }
  }
}

}  // namespace

PriceTable warpChainFigure(const PriceOptions& options) {
  PriceTable table;
  table.figure = "warp-chain";
  table.title = "a chain of sixteen warps with locks and barriers";
  table.source = "Li et al. 2015, section 5, Fig. 4, Tables 1 and 2";
  table.notes = {
      "cycles: of the reduction, from the barrier before it; speed-up: atom lock's cycles by the scheme's",
      "bytes: of shared memory for locks; lock bits: those that were taken",
      "a warp barrier takes a cycle: ours, as the paper does not specify it"};
  table.chart.title = "A chain of warps on " + machineName(options.machines.front());
  table.chart.yLabel = "speed-up over atomic locks";
  table.chart.reference = 1;
  table.chart.series = {{"speed-up", {}}, {"speed-up", {}, true}};
  try {
    for (const SimulationOptions& machine : options.machines) {
      addChains(options, machine, table);
    }
  } catch (const OutOfTime&) {
    table.incomplete = "time limit";
  }
  return table;
}

}  // namespace hrfcheck::inline batch
