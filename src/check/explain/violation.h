#pragma once

#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "check/explain/derivation.h"

namespace hrfcheck::inline check {

/// What a condition speaks of, or the filter before it.
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

/// What a requirement objects to in an execution.
struct Objection {
  /// A cycle (acyclic, irreflexive), or one pair (empty); none where a set is not empty, or where no pair
  /// shows it.
  std::vector<Derivation> steps;
  std::optional<EventId> member;  ///< of a set that ought to be empty
};

/// Of several pairs, cycles or members one that has to do with the condition, and then the one that takes
/// fewest facts.
Objection objectionOf(const Model& model, const Check& check, Deriver& deriver, const Execution& execution,
                      const ConditionSubject& subject);

/// How far an objection is from a condition.
enum class Distance {
  Subject,  ///< some event belongs to a thread or a location of the condition
  Access,   ///< to a location that a thread of it accesses, or to a thread that accesses a location of it
  None      ///< or nothing is shown
};
Distance distanceOf(const Objection& objection, const Execution& execution, const ConditionSubject& subject);

/// The pairs by which an execution breaks a requirement: those of a relation that ought to be empty, events
/// that it relates to themselves where it ought to be irreflexive, the steps of all its cycles where it ought
/// to be acyclic; of a set that ought to be empty, each member beside itself. None where no pair shows it.
std::set<std::pair<EventId, EventId>> violationOf(const Model& model, const Check& check, Deriver& deriver,
                                                  const Execution& execution);

/// How many steps are on cycles of program order on one location, reads-from, coherence and from-reads: 0
/// where the accesses of each location agree with program order.
std::size_t stepsAgainstOrder(const Execution& execution);

}  // namespace hrfcheck::inline check
