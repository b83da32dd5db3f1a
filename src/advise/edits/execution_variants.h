#pragma once

#include <vector>

#include "execution/execution.h"

namespace hrfcheck::inline advise {

/// The candidate executions that differ from one in the order of two writes to a location that follow each
/// other in coherence. Those that the test's filter rejects are left out.
std::vector<Execution> withOtherCoherence(const Execution& execution);

}  // namespace hrfcheck::inline advise
