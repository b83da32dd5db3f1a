#pragma once

#include "termination/hangs/fair_sets.h"
#include "termination/hangs/hangs.h"

namespace hrfcheck::inline termination {

/// A hang under strong fairness, or none.
struct StrongAnswer {
  std::optional<Lasso> hang;
  bool complete = true;  ///< or the deadline came first, and nothing is known
};

/// A schedule that stays in a loop for ever and that transition fairness allows: every step that the
/// scheduler owes in a state is taken again and again if the state comes again and again (Sorensen et al.,
/// OOPSLA 2021, the "strong" variants). Deadlocks are not looked for.
StrongAnswer strongHang(const Lts& lts, const Hangs& hangs, const FairSets& fair, const Deadline& deadline);

}  // namespace hrfcheck::inline termination
