#include "machine/workloads/ghost_zone.h"

#include <algorithm>

#include "program/ir/scope_levels.h"

namespace hrfcheck::inline machine {
namespace {

constexpr std::uint64_t kWorkOfCell = 4;  // cycles for a cell of each lane; ours

std::uint32_t roundedUp(std::uint32_t words) {
  return (words + kLineWords - 1) / kLineWords * kLineWords;
}

}  // namespace

const char* nameOf(GhostBarriers barriers) {
  switch (barriers) {
    case GhostBarriers::GroupAndGlobal:
      return "group and global";
    case GhostBarriers::AllGlobal:
      return "all global";
    case GhostBarriers::AsPrinted:
      return "Fig. 4 as printed";
  }
  return "";
}

GhostZoneWorkload::GhostZoneWorkload(const GhostZoneShape& shape)
    : Workload(shape.placement),
      shape_(shape),
      stride_(roundedUp(shape.cells + 2 * shape.ghost)),
      flags_(static_cast<LocationId>(2 * shape.placement.groups * stride_)),
      words_(flags_ + wavefronts() * kLineWords),
      read_(loads()),
      write_(stores()),
      lines_(wavefronts()) {
  const auto at = [this](std::uint32_t level) {
    return Operations{stores(Atomicity{Order::Release, level, false}),
                      loads(Atomicity{Order::Acquire, level, false})};
  };
  global_ = at(kSystemLevel);
  group_ = shape.barriers == GhostBarriers::AllGlobal ? global_ : at(kGroupLevel);
}

LocationId GhostZoneWorkload::partOf(std::size_t group, std::size_t buffer) const {
  return static_cast<LocationId>((buffer * placement().groups + group) * stride_);
}

std::vector<LocationId>& GhostZoneWorkload::linesOf(ThreadId t, LocationId first, std::uint32_t words) {
  std::vector<LocationId>& lines = lines_[t];
  lines.clear();
  for (LocationId line = first / kLineWords + 1; line * kLineWords < first + words; ++line) {
    lines.push_back(line * kLineWords);
  }
  return lines;
}

/// Release, wait, acquire: lines 02, 05, 07, 08, 10 and 11 of Fig. 4.
Part<bool> GhostZoneWorkload::meet(WorkItem& me, ThreadId t, bool everyone) {
  const Operations& operations = everyone ? global_ : group_;
  const auto flag = flags_ + static_cast<LocationId>(t * kLineWords);
  const std::size_t group = groupOf(t);
  co_await me.store(operations.store, flag, 1);
  if (everyone) {
    co_await me.barrier(static_cast<std::uint32_t>(placement().groups), wavefronts());
  } else {
    co_await me.barrier(static_cast<std::uint32_t>(group), placement().waves);
  }
  co_await me.load(operations.load, flag);
  co_return true;
}

/// A time step of the wavefront's cells.
Part<bool> GhostZoneWorkload::step(WorkItem& me, ThreadId t, LocationId from, LocationId to) {
  const std::uint32_t cells = shape_.cells + 2 * shape_.ghost;
  const auto waves = static_cast<std::uint32_t>(placement().waves);
  const auto wave = static_cast<std::uint32_t>(wavefrontOf(t));
  const std::uint32_t first = std::max(1U, cells * wave / waves);
  const std::uint32_t last = std::min(cells - 1, cells * (wave + 1) / waves);
  if (first >= last) {
    co_return true;
  }
  co_await me.load(read_, from + first - 1, &linesOf(t, from + first - 1, last - first + 2));
  co_await me.compute(kWorkOfCell);
  co_await me.store(write_, to + first, 1, &linesOf(t, to + first, last - first));
  co_return true;
}

/// The neighbours' cells at either side, read by the first wavefront.
Part<bool> GhostZoneWorkload::refresh(WorkItem& me, ThreadId t, LocationId cells) {
  const std::size_t groups = placement().groups;
  const std::size_t group = groupOf(t);
  const LocationId mine = partOf(group, 0);
  const LocationId buffer = cells - mine;
  const LocationId left = partOf((group + groups - 1) % groups, 0) + buffer + shape_.cells;
  const LocationId right = partOf((group + 1) % groups, 0) + buffer + shape_.ghost;
  co_await me.load(read_, left, &linesOf(t, left, shape_.ghost));
  co_await me.store(write_, cells, 1, &linesOf(t, cells, shape_.ghost));
  co_await me.load(read_, right, &linesOf(t, right, shape_.ghost));
  const LocationId end = cells + shape_.ghost + shape_.cells;
  co_await me.store(write_, end, 1, &linesOf(t, end, shape_.ghost));
  co_return true;
}

WorkCode GhostZoneWorkload::codeOf(WorkItem& me, ThreadId t) {
  const std::size_t group = groupOf(t);
  std::size_t buffer = 0;
  for (std::uint32_t r = 0; r < shape_.refreshes; ++r) {
    co_await meet(me, t, true);
    if (wavefrontOf(t) == 0) {
      co_await refresh(me, t, partOf(group, buffer));
    }
    if (shape_.barriers != GhostBarriers::AsPrinted) {
      co_await meet(me, t, true);
    }
    for (std::uint32_t g = 0; g < shape_.ghost; ++g) {
      co_await step(me, t, partOf(group, buffer), partOf(group, 1 - buffer));
      buffer = 1 - buffer;
      co_await meet(me, t, false);
    }
  }
  co_return true;
}

}  // namespace hrfcheck::inline machine
