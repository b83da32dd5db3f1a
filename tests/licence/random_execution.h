#pragma once

#include "licence/small_execution.h"
#include "util/random.h"

namespace hrfcheck::test {

/// Some threads that access some locations. Half of them are made from an interleaving, so that models find
/// them consistent more often.
/// @param model for what its definitions start from
SmallExecution randomExecution(const Model& model, Random& random);

/// An event that is a read, and half of no read-modify-write.
bool isLoneRead(const SmallExecution& execution, unsigned event);

/// What dependencies say of reads that are the same in all respects (cat/licence/twins_domain.h).
struct TwinDependencies {
  bool decidesTheNext;  ///< a branch between two of them depends on the first
  bool byRegister;      ///< what depends on a register that they write depends on the last one
};

/// With a second read directly behind a read, which is the same in all respects. The new event is the one
/// behind `read`.
SmallExecution withTwin(const SmallExecution& execution, unsigned read, const TwinDependencies& dependencies,
                        Random& random);

/// Some events of one thread that follow each other, and are lone reads and fences.
struct Round {
  unsigned first = 0;
  unsigned length = 0;
};
/// The longest one that begins at an event, of three events at most; none where its length is 0.
Round roundAt(const SmallExecution& execution, unsigned first);

/// With a copy of a round directly behind it, which reads the same, or, if it is the last one, something
/// later.
SmallExecution withRound(const SmallExecution& execution, const Round& round, bool last,
                         const TwinDependencies& dependencies, Random& random);

/// Without the events of some instructions: of loads and fences, and, if `updates`, of read-modify-writes,
/// too. No read that is left reads from a write that is not.
/// @param gone which events they were
SmallExecution withoutSome(const SmallExecution& execution, bool updates, Random& random, Events& gone);

}  // namespace hrfcheck::test
