#include "suite/machine_run.h"

#include <algorithm>
#include <chrono>
#include <vector>

#include "report/machine/bad_step.h"

namespace hrfcheck::inline suite {
namespace {

/// The final states that traces are wanted to, as indices.
std::vector<std::size_t> endsOf(const Program& program, const MachineRun& run, TracesTo traces) {
  std::vector<std::size_t> ends;
  switch (traces) {
    case TracesTo::Nowhere:
      break;
    case TracesTo::Broken:
      return run.judgement ? run.judgement->outside : ends;
    case TracesTo::Condition:
      for (std::size_t i = 0; i < run.simulation.outcomes.size(); ++i) {
        if (satisfiesCondition(program, run.simulation.outcomes[i].values)) {
          ends.push_back(i);
        }
      }
      break;
  }
  return ends;
}

/// The shortest of the traces that are wanted.
std::optional<ToldTrace> traceOf(const Program& program, const MachineRun& run, const Simulator& simulator,
                                 TracesTo traces) {
  std::optional<ToldTrace> told;
  for (const std::size_t i : endsOf(program, run, traces)) {
    const ReachedOutcome& outcome = run.simulation.outcomes[i];
    MachineTrace trace = simulator.traceOf(outcome.end);
    if (told && told->trace.steps.size() <= trace.steps.size()) {
      continue;
    }
    told = ToldTrace{outcomeText(program, outcome.values), std::move(trace), run.options.shortest, {}, ""};
    const bool bad = run.judgement && std::ranges::count(run.judgement->outside, i) > 0;
    if (const auto at =
            bad ? findBadStep(program, run.judgement->promise, outcome.values, told->trace) : std::nullopt) {
      told->badStep = at->step;
      told->badText = at->text;
    }
  }
  if (!told && traces == TracesTo::Broken && run.simulation.deadlock) {
    told = ToldTrace{"", simulator.traceOf(*run.simulation.deadlock), run.options.shortest, {}, ""};
  }
  return told;
}

}  // namespace

MachineRun runOnMachine(const std::shared_ptr<const Program>& program, const SimulationOptions& options,
                        const std::optional<Promise>& promise, TracesTo traces,
                        const std::function<std::string(const std::string&)>& whyIncomplete) {
  MachineRun run{options, {}, {}, {}, {}, 0};
  const auto start = std::chrono::steady_clock::now();
  Simulator simulator(program, options);
  run.simulation = simulator.explore();
  run.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (whyIncomplete) {
    run.simulation.incomplete = whyIncomplete(run.simulation.incomplete);
  }
  if (promise) {
    run.judgement = judge(*promise, seenOn(run.simulation));
  }
  run.trace = traceOf(*program, run, simulator, traces);
  return run;
}

}  // namespace hrfcheck::inline suite
