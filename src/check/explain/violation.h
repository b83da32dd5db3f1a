#pragma once

#include <set>
#include <utility>

#include "check/explain/derivation.h"

namespace hrfcheck::inline check {

/// What a condition speaks of.
class ConditionSubject {
 public:
  explicit ConditionSubject(const Program& program);

  /// Whether an event belongs to a thread or a location of the condition.
  bool has(const Execution& execution, EventId event) const;
  /// Whether some event of a derivation, or of several, does.
  bool has(const Execution& execution, const Derivation& derivation) const;

 private:
  std::set<ThreadId> threads_;
  std::set<LocationId> locations_;
};

/// The pairs by which an execution breaks a requirement: those of a relation that ought to be empty, events
/// that it relates to themselves where it ought to be irreflexive, the steps of all its cycles where it ought
/// to be acyclic; of a set that ought to be empty, each member beside itself. None where no pair shows it.
std::set<std::pair<EventId, EventId>> violationOf(const Model& model, const Check& check, Deriver& deriver,
                                                  const Execution& execution);

/// How many steps are on cycles of program order on one location, reads-from, coherence and from-reads: 0
/// where the accesses of each location agree with program order.
std::size_t stepsAgainstOrder(const Execution& execution);

}  // namespace hrfcheck::inline check
