#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "frontend/shared/text/cursor.h"
#include "program/ir/program.h"

namespace hrfcheck::frontend {

/// How many work-groups a launch has, and how many work-items each of them: OpenCL's NDRange, CUDA's grid and
/// blocks.
struct Grid {
  using Size = std::array<std::uint32_t, 3>;
  Size groups{1, 1, 1};
  Size items{1, 1, 1};            ///< of each group
  unsigned dimensions = 1;        ///< the larger number of dimensions that a side was given with
  std::uint32_t subGroup = 0;     ///< work-items in a sub-group; 0 where the launch does not say
  bool subGroupTaken = false;     ///< nothing says it, and other devices have another number
  std::uint32_t cluster = 1;      ///< work-groups in a cluster (CUDA, HIP): consecutive ones
  std::uint32_t onOneDevice = 0;  ///< work-groups on each device, consecutive ones; 0 where all are on one

  std::uint32_t groupCount() const { return groups[0] * groups[1] * groups[2]; }
  std::uint32_t itemCount() const { return items[0] * items[1] * items[2]; }
  std::uint32_t threadCount() const { return groupCount() * itemCount(); }

  /// The first dimension runs fastest, and a group is complete before the next begins (OpenCL's linear ids).
  std::uint32_t groupOf(ThreadId thread) const { return thread / itemCount(); }
  std::uint32_t itemOf(ThreadId thread) const { return thread % itemCount(); }
  Coordinates coordinatesOf(ThreadId thread) const;
  /// Of a work-item in its group. Without a size each is a sub-group of its own: the reading that promises
  /// least.
  std::uint32_t subGroupSize() const { return subGroup == 0 ? 1 : subGroup; }
  std::uint32_t subGroupOf(ThreadId thread) const { return itemOf(thread) / subGroupSize(); }
  std::uint32_t deviceOf(std::uint32_t group) const { return onOneDevice == 0 ? 0 : group / onOneDevice; }
};

/// Reads `2x4`, `2,1x4`: one to three numbers of groups, and of work-items in a group.
/// Reports what is no launch, has no thread or more than kMaxThreads; then there is no grid.
std::optional<Grid> readGrid(const SourcePtr& source, Span span, Diagnostics& diagnostics);

/// Reads the number of work-items in a sub-group.
std::optional<std::uint32_t> readSubGroup(const SourcePtr& source, Span span, Diagnostics& diagnostics);

/// Reads the number of work-groups in a cluster, which must divide that of the launch.
std::optional<std::uint32_t> readCluster(const SourcePtr& source, Span span, const Grid& grid,
                                         Diagnostics& diagnostics);

/// Reads the number of work-groups on each device, a multiple of those in a cluster.
/// @return 0 after a mistake
std::uint32_t readOnOneDevice(const SourcePtr& source, Span span, const Grid& grid, Diagnostics& diagnostics);

}  // namespace hrfcheck::frontend
