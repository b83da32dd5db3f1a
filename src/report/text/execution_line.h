#pragma once

#include <string>
#include <vector>

#include "execution/execution.h"

namespace hrfcheck::inline report {

/// "P0:1", or "init x" for an initial write.
std::string eventName(const Execution& execution, EventId event);

/// "P0:1 W x=1", "P1:0 R.acq f=1", "P0:2 fence": name, kind, location and value.
std::string eventText(const Execution& execution, EventId event);

/// What was chosen in an execution, on one line: where each read reads from, and the order of the writes of
/// each location that has several, and how threads end that do not complete: "P1:0 reads 1 from P0:1, P1:2
/// reads 0 from init x; x: P0:0, P2:1; P2 spins for ever".
std::string executionLine(const Execution& execution);

/// The execution told, one line for each event of `order`: "P1:2 reads x=0, the initial value".
std::vector<std::string> toldExecution(const Execution& execution, const std::vector<EventId>& order);

}  // namespace hrfcheck::inline report
