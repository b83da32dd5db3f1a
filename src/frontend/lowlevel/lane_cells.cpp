#include "frontend/lowlevel/lane_cells.h"

#include <algorithm>
#include <set>

#include "frontend/lowlevel/residual/dead_assigns.h"
#include "frontend/lowlevel/residual/residual_parts.h"

namespace hrfcheck::frontend::lowlevel {
namespace {

using ExchangeKey = std::pair<std::uint32_t, std::uint32_t>;

ExchangeKey keyOf(const LaneCell& cell) {
  return {cell.warp, cell.exchange};
}

struct Taken {
  std::set<LaneCell> cells = {};
  std::set<ExchangeKey> any = {};  ///< exchanges in which a lane is computed

  bool has(const LaneCell& cell) const { return cells.contains(cell) || any.contains(keyOf(cell)); }
};

Taken takenOf(const std::vector<WrittenThread>& threads) {
  Taken taken;
  forEachStep(threads, [&](const ResidualStep& step) {
    if (const auto* take = std::get_if<TakeFromLane>(&step.operation)) {
      taken.cells.insert(take->cell);
      if (take->lane != nullptr) {
        taken.any.insert(keyOf(take->cell));
      }
    }
  });
  return taken;
}

bool dropGivesBut(const Taken& taken, std::vector<WrittenThread>& threads) {
  bool dropped = false;
  for (WrittenThread& thread : threads) {
    for (ResidualBlock& block : thread.code.blocks) {
      dropped |= std::erase_if(block.steps, [&](const ResidualStep& step) {
                   const auto* give = std::get_if<GiveToLanes>(&step.operation);
                   return give != nullptr && !taken.has(give->cell);
                 }) != 0;
    }
  }
  return dropped;
}

}  // namespace

void dropUnreadCells(std::vector<WrittenThread>& threads) {
  if (cellsOfLanes(threads).empty()) {
    return;
  }
  do {
    for (WrittenThread& thread : threads) {
      dropDeadAssigns(thread.code);
    }
  } while (dropGivesBut(takenOf(threads), threads));
  std::set<std::uint32_t> left;
  for (const auto& [key, count] : cellsOfLanes(threads)) {
    left.insert(key.second);
  }
  forEachStep(threads, [&](ResidualStep& step) {
    auto* barrier = std::get_if<KnownBarrier>(&step.operation);
    if (barrier != nullptr && barrier->exchange && !left.contains(*barrier->exchange)) {
      barrier->exchange.reset();
    }
  });
}

LaneCells cellsOfLanes(const std::vector<WrittenThread>& threads) {
  LaneCells cells;
  forEachStep(threads, [&](const ResidualStep& step) {
    if (const auto* give = std::get_if<GiveToLanes>(&step.operation)) {
      std::uint32_t& count = cells[keyOf(give->cell)];
      count = std::max(count, give->cell.lane + 1);
    }
  });
  return cells;
}

}  // namespace hrfcheck::frontend::lowlevel
