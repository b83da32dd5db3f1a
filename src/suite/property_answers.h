#pragma once

#include <string>

#include "suite/suite.h"

namespace hrfcheck::inline suite {

/// What a run says of a property (docs/machines.md, "The property"). What was found is valid; what was not
/// found is an answer only where every program was looked at, and there was one to look at.
enum class PropertyAnswer {
  Holds,
  Broken,
  NotShown,     ///< of P3, which asks for an example
  Interrupted,  ///< programs are left
  Undecided,    ///< a limit left programs open
  Vacuous,      ///< no program that it speaks of
  NotAsked      ///< of P2, where machines need not reach all that their model allows
};

/// The answers for P1, P2 and P3 (docs/suite.md).
struct PropertyAnswers {
  PropertyAnswer p1, p2, p3;
};
/// @pre of one model, without mutants
PropertyAnswers answersOf(const SuiteOptions& options, const SuiteResult& result);

/// "holds", "broken", "not shown" ...
const char* nameOf(PropertyAnswer answer);

}  // namespace hrfcheck::inline suite
