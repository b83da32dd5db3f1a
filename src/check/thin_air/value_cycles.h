#pragma once

#include "check/check.h"
#include "engine/engine.h"

namespace hrfcheck::inline check {

/// Reads-from and the dependencies of addresses, data and control have a cycle.
bool hasValueCycle(const Execution& execution);

/// Notes of what was found whether each execution that shows it has a value cycle.
/// @param verdict whose analysis, race status and observation are there
void noteValueCycles(Verdict& verdict, Engine& engine, const PreparedTest& test,
                     const AnalysisOptions& options);

/// Where the user says that there are no value cycles (--assume no-thin-air), and the model would allow some:
/// notes that the answer holds only then.
void noteAssumption(Verdict& verdict, Engine& engine, const PreparedTest& test,
                    const AnalysisOptions& options);

}  // namespace hrfcheck::inline check
