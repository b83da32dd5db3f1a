#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "machine/machine.h"

namespace hrfcheck::inline machine {

// What executions of a test on a machine cost: hits, misses, write-backs, lines invalidated ... counted along
// every execution, or along some that are drawn at random (docs/price.md).

/// One number, over a set of executions.
struct CostRange {
  std::uint64_t least = 0;
  std::optional<std::uint64_t> most;  ///< nothing: some execution goes round with ever more of it
  /// The values in ascending order, each with its share of the set; empty where shares are not known.
  std::vector<std::pair<std::uint64_t, double>> shares;
};

/// The executions that end in one final state, or all that end.
struct CostOfOutcome {
  std::vector<Value> values;  ///< of Program::observed; empty for all
  /// Of all executions, where a scheduler takes each possible step with the same probability.
  double share = 0;
  std::vector<CostRange> counters;  ///< by CostReport::counters; empty where nothing ends
};

/// Draws executions at random instead of exploring all.
struct CostSample {
  std::size_t executions = 0;  ///< 0: explore
  std::uint64_t seed = 1;
};

struct CostReport {
  std::vector<std::string> counters;  ///< "L1 hits", "stalls"
  CostOfOutcome all;
  std::vector<CostOfOutcome> outcomes;  ///< sorted by values
  /// Of sampled runs and of graphs without cycles; a graph with cycles has infinitely many executions.
  bool sharesKnown = false;
  double unfinished = 0;  ///< share of executions that get stuck, where shares are known
  CostSample sample;      ///< executions: those that were drawn
  std::size_t states = 0, transitions = 0;
  /// Why this may not be all: as Simulation::incomplete. An exploration that is not complete has no outcomes.
  std::string incomplete;
};

/// Explores without reductions, as a reduction may leave out a cheaper or a more expensive order of the same
/// steps.
/// @param options those of an exploration; `reduce`, `shortest` and `traces` are not looked at
/// @throws UserError as Simulator
CostReport costOf(const std::shared_ptr<const Program>& program, const SimulationOptions& options,
                  const CostSample& sample = {});

}  // namespace hrfcheck::inline machine
