#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "check/promise/judgement.h"
#include "machine/cost/cost.h"
#include "machine/machine.h"

namespace hrfcheck::inline report {

/// A way to a final state (or to where nothing moves) as reports show it.
struct ToldTrace {
  std::string end;  ///< "1:r0=1 1:r1=0", or empty for a deadlock
  MachineTrace trace;
  bool shortest = true;
  /// The step that makes the end one that is not allowed, and why, where there is one (bad_step.h).
  std::optional<std::size_t> badStep;
  std::string badText;
};

/// A test on one machine.
struct MachineRun {
  SimulationOptions options;
  Simulation simulation;
  std::optional<Judgement> judgement;  ///< where a model was asked
  std::optional<ToldTrace> trace;
  std::optional<CostReport> cost;  ///< where it was asked for
  double seconds = 0;
};

/// A test on machines, side by side. The runs are of this program, and hold the same promise if any.
struct SimulationReport {
  std::shared_ptr<const Program> program;
  std::vector<MachineRun> runs;
  bool filterLeftOut = false;  ///< the test has one, and machines do not choose their executions
};

/// "1:r0=1 x=2": values of the observed variables, in their order.
std::string outcomeText(const Program& program, const std::vector<Value>& values);
/// "rsp-lit", with what was switched: "rsp-fix without acc-star".
std::string machineName(const SimulationOptions& options);
const char* nameOf(Hierarchy hierarchy);       ///< "h2"
const char* nameOf(Environment environment);   ///< "evict"
const char* nameOf(Judgement::Answer answer);  ///< "sound", "broken", "nothing-promised", "undecided"
/// Why a judgement is undecided: "state limit", "the model: bound reached"; empty where it is not.
std::string openText(const Judgement& judgement);
/// What a machine showed, as promises are compared with it.
SeenOutcomes seenOn(const Simulation& simulation);

}  // namespace hrfcheck::inline report
