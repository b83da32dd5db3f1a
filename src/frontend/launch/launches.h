#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/launch/directives.h"
#include "frontend/launch/grid.h"

namespace hrfcheck::frontend {

/// A line `kernel send as first launch 2x32 device 1`: one of several kernels that run side by side.
struct LaunchLine {
  std::string_view kernel;
  Span kernelSpan;
  std::string label;  ///< what it is called: as the line says, or as its kernel
  Span labelSpan;
  Span size;
  std::uint32_t device = 0;
  Span all;
};

/// The lines `kernel ... launch ...` of a test; none where its kernel is launched by itself.
/// @throws SyntaxFailure after an error: what is no such line, two launches of one name, lines of both kinds
std::vector<LaunchLine> launchLines(const SourcePtr& source, const Directives& directives,
                                    Diagnostics& diagnostics);

/// Whether a line `kernel ...` is one of them, and the kernel that it names.
bool isLaunchLine(std::string_view rest);
std::string_view kernelOfLaunchLine(std::string_view rest);

/// One launch among those of a test, and where its threads, blocks, warps and clusters begin in the numbers
/// of all.
struct OneLaunch {
  Grid grid;
  std::string label;         ///< empty where the test has one launch
  std::uint32_t device = 0;  ///< of its first block
  ThreadId firstThread = 0;
  std::uint32_t firstGroup = 0;
  std::uint32_t firstWarp = 0;
  std::uint32_t firstCluster = 0;

  std::uint32_t warpsOfGroup() const {
    return (grid.itemCount() + grid.subGroupSize() - 1) / grid.subGroupSize();
  }
  std::uint32_t deviceOf(std::uint32_t group) const { return device + grid.deviceOf(group - firstGroup); }
};

/// The launches of a test, one after the other: threads, blocks, warps and clusters have numbers of their own
/// throughout.
class Launches {
 public:
  void add(OneLaunch launch);
  const std::vector<OneLaunch>& all() const { return launches_; }
  bool several() const { return launches_.size() > 1; }

  std::size_t indexOf(ThreadId thread) const;
  const OneLaunch& of(ThreadId thread) const { return launches_[indexOf(thread)]; }
  const OneLaunch& ofGroup(std::uint32_t group) const;

  std::uint32_t threadCount() const;
  std::uint32_t groupCount() const;
  std::uint32_t warpCount() const;
  std::uint32_t deviceCount() const;
  /// Among the blocks of all launches.
  std::uint32_t groupOf(ThreadId thread) const;
  std::uint32_t itemOf(ThreadId thread) const;
  std::uint32_t warpOf(ThreadId thread) const;
  std::uint32_t clusterOf(ThreadId thread) const;
  std::uint32_t deviceOf(ThreadId thread) const { return of(thread).deviceOf(groupOf(thread)); }
  std::uint32_t deviceOfGroup(std::uint32_t group) const { return ofGroup(group).deviceOf(group); }
  ThreadId firstThreadOf(std::uint32_t group) const;
  /// The first block of the cluster that a block is in.
  std::uint32_t firstOfCluster(std::uint32_t group) const;
  Coordinates coordinatesOf(ThreadId thread) const;

 private:
  std::vector<OneLaunch> launches_;
};

}  // namespace hrfcheck::frontend
