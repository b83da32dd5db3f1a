#include "frontend/c/launch/launched.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace hrfcheck::frontend::c {
namespace {

Value numberOf(const Grid::Size& numbers, Value dimension, Value beyond) {
  const bool inside = 0 <= dimension && dimension < static_cast<Value>(numbers.size());
  return inside ? numbers[static_cast<std::size_t>(dimension)] : beyond;
}

/// Work-items in a sub-group; the last one of a work-group may have fewer.
std::uint32_t actualSubGroupSize(const Grid& grid, ThreadId thread) {
  const std::uint32_t size = grid.subGroupSize();
  return std::min(size, grid.itemCount() - grid.subGroupOf(thread) * size);
}

/// OpenCL 3.0, 6.15.1: ((id(2) * size(1)) + id(1)) * size(0) + id(0).
Value linear(const Grid::Size& ids, const Grid::Size& sizes) {
  return (Value{ids[2]} * sizes[1] + ids[1]) * sizes[0] + ids[0];
}

Grid::Size globalSize(const Grid& grid) {
  Grid::Size size{};
  for (std::size_t d = 0; d < size.size(); ++d) {
    size[d] = grid.groups[d] * grid.items[d];
  }
  return size;
}

Grid::Size globalId(const Grid& grid, const Coordinates& at) {
  Grid::Size ids{};
  for (std::size_t d = 0; d < ids.size(); ++d) {
    ids[d] = at.group[d] * grid.items[d] + at.item[d];
  }
  return ids;
}

}  // namespace

std::string Launched::instanceName(std::string_view name, std::uint32_t group) const {
  return grid.groupCount() == 1 ? std::string(name) : fmt::format("{}@g{}", name, group);
}

Value Launched::idOf(ThreadId thread, IdKind kind, Value dimension) const {
  const Coordinates at = grid.coordinatesOf(thread);
  switch (kind) {
    case IdKind::GlobalId:
      return numberOf(globalId(grid, at), dimension, 0);
    case IdKind::GlobalOffset:
      return 0;
    case IdKind::GlobalSize:
      return numberOf(globalSize(grid), dimension, 1);
    case IdKind::GlobalLinearId:
      return linear(globalId(grid, at), globalSize(grid));
    case IdKind::LocalId:
      return numberOf(at.item, dimension, 0);
    case IdKind::LocalSize:
      return numberOf(grid.items, dimension, 1);
    case IdKind::LocalLinearId:
      return grid.itemOf(thread);
    case IdKind::GroupId:
      return numberOf(at.group, dimension, 0);
    case IdKind::NumGroups:
      return numberOf(grid.groups, dimension, 1);
    case IdKind::WorkDim:
      return grid.dimensions;
    case IdKind::SubGroupId:
      return grid.subGroupOf(thread);
    case IdKind::SubGroupLocalId:
      return grid.itemOf(thread) % grid.subGroupSize();
    case IdKind::SubGroupSize:
      return actualSubGroupSize(grid, thread);
    case IdKind::MaxSubGroupSize:
      return std::min(grid.subGroupSize(), grid.itemCount());
    case IdKind::NumSubGroups:
      return (grid.itemCount() + grid.subGroupSize() - 1) / grid.subGroupSize();
    case IdKind::WarpSize:
      return grid.subGroupSize();
    case IdKind::ThreadRank:
      return thread;
    case IdKind::ThreadCount:
      return grid.threadCount();
    case IdKind::GroupRank:
      return grid.groupOf(thread);
    case IdKind::GroupCount:
      return grid.groupCount();
    case IdKind::ItemCount:
      return grid.itemCount();
  }
  return 0;
}

std::optional<Vote> voteOf(std::string_view name, const Language& language) {
  constexpr auto kVotes =
      std::to_array<std::pair<std::string_view, Vote>>({{"__syncthreads_count", Vote::Count},
                                                        {"__syncthreads_and", Vote::And},
                                                        {"__syncthreads_or", Vote::Or}});
  const auto* row = std::ranges::find(kVotes, name, &decltype(kVotes)::value_type::first);
  return language.cpp && row != kVotes.end() ? std::optional(row->second) : std::nullopt;
}

const IdRow* findId(std::string_view name, const Language& language) {
  const auto row = std::ranges::find(language.ids, name, &IdRow::name);
  return row == language.ids.end() ? nullptr : &*row;
}

}  // namespace hrfcheck::frontend::c
