#include "batch/price/workload_run.h"

#include "util/diagnostic.h"
#include "util/process/deadline.h"

namespace hrfcheck::inline batch {

TimedReport completedRun(TimedCode& workload, const PriceOptions& options, const SimulationOptions& machine) {
  TimedOptions timed;
  timed.machine = machine.machine;
  timed.described = machine.described;
  timed.without = machine.without;
  timed.with = machine.with;
  timed.table = options.table;
  timed.seed = options.graph.seed;
  timed.deadline = options.deadline;
  timed.activity = options.activity;
  TimedReport report = runTimed(workload, timed);
  if (report.unfinished == "time limit") {
    throw OutOfTime{};
  }
  if (!report.unfinished.empty()) {
    throw UserError("on " + machine.machine + " with these rules the run does not end: " + report.unfinished);
  }
  return report;
}

}  // namespace hrfcheck::inline batch
