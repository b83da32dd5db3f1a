#pragma once

#include <vector>

#include "frontend/lowlevel/specialize/specialize.h"

namespace hrfcheck::frontend::lowlevel {

/// Writes the code of all threads of a launch, again and again with what the time before has shown (which
/// objects nobody writes to, what lanes say to each other), until nothing new is shown.
/// @param facts what is said of the launch; gets what is shown
/// @throws Refusal; OutOfTime
std::vector<WrittenThread> writeThreads(const Module& module, LivenessOfFunctions& liveness,
                                        LaunchFacts& facts, const Deadline& deadline);

}  // namespace hrfcheck::frontend::lowlevel
