#pragma once

#include "machine/workloads/workload.h"

namespace hrfcheck::inline machine {

/// How the steps of a stencil synchronize (Hower et al. 2013, Fig. 1 and 4).
enum class GhostBarriers {
  GroupAndGlobal,  ///< within a ghost zone at group scope, and at global scope before and after it is
                   ///< refreshed
  AllGlobal,       ///< the same barriers, all of them at global scope
  AsPrinted  ///< Fig. 4: none after the refresh, which races with the neighbours' next steps under every
             ///< model
};
const char* nameOf(GhostBarriers barriers);  ///< "group and global", "all global", "Fig. 4 as printed"
inline constexpr GhostBarriers kGhostBarriers[] = {GhostBarriers::GroupAndGlobal, GhostBarriers::AllGlobal,
                                                   GhostBarriers::AsPrinted};

struct GhostZoneShape {
  GhostBarriers barriers = GhostBarriers::GroupAndGlobal;
  std::uint32_t cells = 512;    ///< of each work-group's part of a line of cells
  std::uint32_t ghost = 4;      ///< G: time steps between refreshes, and width of the ghost zone
  std::uint32_t refreshes = 8;  ///< how often it is refreshed
  Placement placement;
};

/// A stencil of three points on a line of cells (Hower et al. 2013, section 1): every work-group has a part
/// with a ghost zone on either side, computes G steps with barriers of the group, and reads its neighbours'
/// cells between two barriers of all. A barrier is a release, a wait for everyone, and an acquire, at its
/// scope.
class GhostZoneWorkload final : public Workload {
 public:
  explicit GhostZoneWorkload(const GhostZoneShape& shape);

  std::vector<Value> memory() const override { return std::vector<Value>(words_); }

 private:
  /// What a barrier's release and acquire are, at a scope.
  struct Operations {
    std::uint32_t store, load;
  };

  WorkCode codeOf(WorkItem& me, ThreadId t) override;
  Part<bool> meet(WorkItem& me, ThreadId t, bool everyone);
  Part<bool> step(WorkItem& me, ThreadId t, LocationId from, LocationId to);
  Part<bool> refresh(WorkItem& me, ThreadId t, LocationId cells);
  LocationId partOf(std::size_t group, std::size_t buffer) const;
  std::vector<LocationId>& linesOf(ThreadId t, LocationId first, std::uint32_t words);

  GhostZoneShape shape_;
  std::uint32_t stride_ = 0;
  LocationId flags_ = 0;
  std::size_t words_ = 0;
  std::uint32_t read_ = 0, write_ = 0;
  Operations group_{}, global_{};
  std::vector<std::vector<LocationId>> lines_;  ///< by wavefront: of the access under way
};

}  // namespace hrfcheck::inline machine
