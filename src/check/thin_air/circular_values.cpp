// First the code: without a cycle of reads-from, as far as locations allow, and of dependencies that carry a
// value, every value flows from constants (program/values/value_flow.cpp). Then the model, in one line where
// it has such a line. Then executions are looked for, with values as bits (engine/circular_values.h).
//
// The search has events for the locations that known addresses lead to, and follows one that it has found. It
// does not find addresses that justify each other by way of accesses that only they lead to: where the code
// permits that, values are unknown.
//
// Which iterations of loops are looked at was decided with the values from constants. Where this hangs on
// values (loops that store what they read) or on where accesses may be, more values leave it open.

#include "check/thin_air/circular_values.h"

#include "cat/model/value_cycles.h"
#include "engine/circular_values.h"
#include "program/skeleton/justification_cycles.h"

namespace hrfcheck::inline check {
namespace {

/// Each time, addresses that were found are followed to more locations.
constexpr unsigned kMostSteps = 4;

/// Half of the time that is left: what the known values show is worth looking at, too.
Deadline half(const Deadline& deadline) {
  const std::optional<unsigned> left = deadline.millisecondsLeft();
  return left ? deadline.atMost(*left / 2000.0) : deadline;
}

std::shared_ptr<const Skeleton> marked(const std::shared_ptr<const Skeleton>& skeleton, bool known) {
  return std::make_shared<const Skeleton>(*skeleton, known ? CircularValues::Known : CircularValues::Unknown);
}

}  // namespace

std::shared_ptr<const Skeleton> withCircularValues(const std::shared_ptr<const Skeleton>& skeleton,
                                                   const Model& model, const Deadline& deadline) {
  if (skeleton->circularValues() != CircularValues::NotLookedFor || plainlyForbidsValueCycles(model) ||
      justificationCycles(*skeleton).empty()) {
    return skeleton;
  }
  const Deadline share = half(deadline);
  const bool follows = followsUnknownAddresses(*skeleton);
  std::shared_ptr<const Skeleton> known = skeleton;
  for (unsigned step = 0; step < kMostSteps; ++step) {
    const CircularSearch found = findCircularValues(*known, model, readsBehindCycles(*known), share);
    if (found.values.empty()) {
      return marked(known, found.complete && !follows);
    }
    if (known->narrowed()) {
      return marked(known, false);
    }
    try {
      known = std::make_shared<const Skeleton>(*known, found.values, deadline);
    } catch (const UserError&) {
      return marked(known, false);  // too many
    }
    if (!found.escapes) {
      const bool loops = skeleton->spinsWithStores() ||
                         (skeleton->hasSpinLoops() && known->mayLocations() != skeleton->mayLocations());
      return marked(known, found.complete && !loops && !follows);
    }
  }
  return marked(known, false);
}

}  // namespace hrfcheck::inline check
