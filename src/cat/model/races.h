#pragma once

#include "cat/model/model.h"

namespace hrfcheck::cat {

/// Finds the check that says what a race is, and gives it the name that reports look for (kRaceFlag); the
/// name in the file stays in Check::writtenName. It is
/// - the flag of that name, where there is one;
/// - else the one that is asked for, where there is one; asking for `none` says that there is none;
/// - else the check that the header field `Races:` names; `Races: none` says that there is none;
/// - else a flag for a relation, or an `undefined_unless` without one, that by its definition contains only
/// pairs of
///   accesses to one location, one of them a write, and not only pairs of one thread.
/// A name that is asked for, or that the field mentions, and that no check has is a warning.
/// @param asked ModelLimits::raceFlag
void nameRaces(Model& model, const std::string& asked);

}  // namespace hrfcheck::cat
