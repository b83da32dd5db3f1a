#pragma once

#include <string>
#include <vector>

#include "machine/machine.h"
#include "machine/timed/run.h"
#include "machine/workloads/graph.h"
#include "machine/workloads/workload.h"
#include "report/price/price_table.h"

namespace hrfcheck::inline batch {

/// The evaluations of the papers as runs on machines in time (docs/price.md).
enum class PriceFigure {
  Stealing,  ///< Orr et al. 2015, Fig. 8 and Fig. 10: the scenarios on the structures of graphs
  Programs,  ///< Orr et al. 2015, Tables 2 and 3: the scenarios on graphs like those of the paper's programs
  LoadBalance,   ///< Orr et al. 2015, Fig. 9: the times of work-groups
  QueueLength,   ///< the scenarios by the number of tasks in a queue
  Imbalance,     ///< the scenarios by how unevenly the work is distributed
  ComputeUnits,  ///< the scenarios by the number of compute units
  GhostZone,  ///< Hower et al. 2013, Fig. 1 and 4: group and global barriers by the width of the ghost zone
  WarpChain,  ///< Li et al. 2015, Fig. 4, Tables 1 and 2: lock bits, barriers and spin locks between warps
  NeedlemanWunsch  ///< Li et al. 2015, Table 3: lock bits, atomic locks and barriers by the size of the grid
};
const std::vector<std::string>& priceFigureNames();  ///< "stealing", ... in this order

/// What the chart of a figure shows of the numbers in its table.
/// When a dirty line goes on to the next level.
enum class CacheWrites {
  Through,  ///< by itself, at once or after the table's drain-after
  Back      ///< when it is flushed, or when there is no more room
};
const std::vector<std::string>& cacheWritesNames();  ///< "write-through", "write-back"

enum class PriceMeasure { SpeedUp, L1Misses, L2Requests };
const std::vector<std::string>& priceMeasureNames();  ///< "speed-up", "l1-misses", "l2-requests"

struct PriceOptions {
  PriceFigure figure = PriceFigure::Stealing;
  std::vector<SimulationOptions> machines;  ///< with their switches; the chart is of the first
  PriceMeasure measure = PriceMeasure::SpeedUp;
  LatencyTable table = LatencyTable::ofPaper();
  GraphShape graph;  ///< but for its kind
  Placement placement;
  CacheWrites writes = CacheWrites::Through;  ///< of work stealing (Orr et al. 2015, Table 1)
  std::vector<std::string> programs;          ///< of Programs and LoadBalance, by name; empty: all
  std::vector<std::uint32_t>
      grids;  ///< of NeedlemanWunsch: points on a side; empty: those of Table 3 but the last
  Deadline deadline;
  Activity* activity = nullptr;
};

/// Runs everything that the figure is of. What a deadline cuts off is missing, and the table says so.
/// @throws UserError as runTimed
PriceTable priceFigure(const PriceOptions& options);

}  // namespace hrfcheck::inline batch
