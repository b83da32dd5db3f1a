#include "machine/cost/cost.h"

#include <algorithm>

#include "machine/cost/cost_graph.h"
#include "machine/cost/path_costs.h"
#include "machine/cost/sampled_costs.h"

namespace hrfcheck::inline machine {

CostReport costOf(const std::shared_ptr<const Program>& program, const SimulationOptions& options,
                  const CostSample& sample) {
  Transitions transitions = transitionsOf(*program, options);
  const CostCounters counters(transitions);
  CostReport report;
  report.counters = counters.names();
  report.sample = sample;
  if (sample.executions > 0) {
    sampleCosts(transitions, counters, options, report);
    return report;
  }
  const CostGraph graph = costGraphOf(transitions, counters, options);
  report.states = graph.states();
  report.transitions = graph.targets.size();
  report.incomplete = graph.incomplete;
  if (!report.incomplete.empty()) {
    return report;
  }
  try {
    PathCosts(graph, options.deadline).fill(report);
  } catch (const OutOfTime&) {
    report.all = {};
    report.outcomes.clear();
    report.sharesKnown = false;
    report.incomplete = "time limit";
  }
  std::ranges::sort(report.outcomes, {}, &CostOfOutcome::values);
  return report;
}

}  // namespace hrfcheck::inline machine
