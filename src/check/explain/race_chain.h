#pragma once

#include <string>
#include <vector>

#include "execution/execution.h"

namespace hrfcheck::inline check {

class WitnessOrder;
struct SyncLink;

/// One step of the chain that comes closest to ordering a racing pair.
struct RaceStep {
  enum class Kind {
    ProgramOrder,
    Synchronizes,  ///< a release and an acquire that comes after it
    ReadsFrom,     ///< a read of what another thread wrote, not release to acquire
    Barrier,       ///< an arrival and a departure
    Other          ///< ordered by the model in a way of its own
  };
  enum class Status {
    Ordered,
    NotCombined,  ///< ordered by itself, but not with the steps before it (HRF-direct: another scope)
    Missing       ///< not ordered
  };

  EventId from = kNoEvent;
  EventId to = kNoEvent;
  Kind kind = Kind::ProgramOrder;
  Status status = Status::Ordered;
  std::string what;  ///< "program order", "release at wg 0, acquire at cmp 0"
  std::string why;   ///< one clause for each step that is not ordered, else empty
};

/// The steps from one event to the other through the links, with program order between them. At least one is
/// not ordered if the model's order can be asked and does not contain the pair.
/// @param path of bestSyncPath
std::vector<RaceStep> chainOf(WitnessOrder& order, EventId from, EventId to,
                              const std::vector<SyncLink>& path);

/// The first step that is not ordered, or null.
const RaceStep* firstMissing(const std::vector<RaceStep>& chain);

}  // namespace hrfcheck::inline check
