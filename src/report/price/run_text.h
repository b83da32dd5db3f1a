#pragma once

#include <memory>
#include <string>
#include <vector>

#include "machine/timed/run.h"
#include "program/ir/program.h"

namespace hrfcheck::inline report {

/// A run of a test in time, with what it was run on.
struct TimedRunReport {
  std::shared_ptr<const Program> program;
  TimedOptions options;
  ProgramRun run;
};

/// Cycles, operations, what each level served, and the final state.
std::string runText(const TimedRunReport& report, bool statistics);
/// docs/run.schema.json.
std::string runsJson(const std::vector<TimedRunReport>& reports, bool statistics);
/// Hits, misses, writes and write-backs of each level, as SVG.
std::string runPlot(const TimedRunReport& report);

}  // namespace hrfcheck::inline report
