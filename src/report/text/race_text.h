#pragma once

#include <string>

#include "check/check.h"

namespace hrfcheck::inline report {

/// How the explanation of a race is printed.
struct RaceTextOptions {
  bool colour = false;
  std::string label = "heterogeneous race";  ///< what the model calls it
};

/// Why one pair races: the two instructions, the execution in which they do, the chain that comes closest to
/// ordering them step by step and what is missing in it, the smallest edit that orders them, and the races
/// that follow from this one. Ends in a line break.
/// @param race one of verdict.races, explained (CheckOptions::explain)
/// @param model the verdict's
std::string raceExplanation(const Verdict& verdict, const Model& model, const Race& race,
                            const RaceTextOptions& options = {});

}  // namespace hrfcheck::inline report
