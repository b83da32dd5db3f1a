#pragma once

#include "execution/bounds/pair_bounds.h"

namespace hrfcheck::inline execution {

/// What is known of the events of earlier rounds, which go back to the head of their spin loop, in executions
/// in which each loop ends in its last round.
///
/// An execution in which it ends in an earlier one is such an execution, too, under other names: as far as
/// bounds can tell (pair_bounds.h), the copies of an instruction that one entry into the loop has do not
/// differ. Nothing is known of loops of which they do.
///
/// @param all a structure that shows everything (RoundBounds::All)
EventFacts factsOfEarlierRounds(const EventStructure& all);

}  // namespace hrfcheck::inline execution
