// First the code: without a cycle of reads-from, as far as locations allow, and of dependencies that carry a
// value, every value flows from constants (program/values/value_flow.cpp). Then the model, in one line where
// it has such a line; and without what no read reads from under it, such as later writes of its own thread.
// Then executions are looked for, with values as bits (engine/circular_values.h).
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
#include "execution/bounds/infeasible_rf.h"
#include "program/structure/justification_cycles.h"

namespace hrfcheck::inline check {
namespace {

/// Each time, addresses that were found are followed to more locations.
constexpr unsigned kMostSteps = 4;

/// Events of a test for which it is worth while to ask the model about every write and read.
constexpr std::size_t kMostEventsPaired = 2000;

/// What no read reads from under the model; nothing where the test is too large to ask.
std::optional<Relation> impossibleIn(const EventStructure& structure, const Model& model,
                                     const Deadline& deadline) {
  return structure.size() > kMostEventsPaired ? std::nullopt
                                              : std::optional(infeasibleRf(model, structure, deadline));
}

const Relation* pointerTo(const std::optional<Relation>& relation) {
  return relation ? &*relation : nullptr;
}

/// Half of the time that is left: what the known values show is worth looking at, too.
Deadline half(const Deadline& deadline) {
  const std::optional<unsigned> left = deadline.millisecondsLeft();
  return left ? deadline.atMost(*left / 2000.0) : deadline;
}

std::shared_ptr<const EventStructure> marked(const std::shared_ptr<const EventStructure>& structure,
                                             bool known) {
  return std::make_shared<const EventStructure>(*structure,
                                                known ? CircularValues::Known : CircularValues::Unknown);
}

}  // namespace

std::shared_ptr<const EventStructure> withCircularValues(
    const std::shared_ptr<const EventStructure>& structure, const Model& model, const Deadline& deadline) {
  if (structure->circularValues() != CircularValues::NotLookedFor || plainlyForbidsValueCycles(model) ||
      justificationCycles(*structure).empty()) {
    return structure;
  }
  std::optional<Relation> impossible = impossibleIn(*structure, model, deadline);
  if (justificationCycles(*structure, pointerTo(impossible)).empty()) {
    return structure;
  }
  const Deadline share = half(deadline);
  const bool follows = followsUnknownAddresses(*structure);
  std::shared_ptr<const EventStructure> known = structure;
  for (unsigned step = 0; step < kMostSteps; ++step) {
    const CircularSearch found =
        findCircularValues(*known, model, readsBehindCycles(*known, pointerTo(impossible)), share);
    if (found.values.empty()) {
      return marked(known, found.complete && !follows);
    }
    if (known->narrowed()) {
      return marked(known, false);
    }
    try {
      known = std::make_shared<const EventStructure>(*known, found.values, deadline);
    } catch (const UserError&) {
      return marked(known, false);  // too many
    }
    impossible = impossibleIn(*known, model, deadline);
    if (!found.escapes) {
      const bool loops = structure->spinsWithStores() ||
                         (structure->hasSpinLoops() && known->mayLocations() != structure->mayLocations());
      return marked(known, found.complete && !loops && !follows);
    }
  }
  return marked(known, false);
}

}  // namespace hrfcheck::inline check
