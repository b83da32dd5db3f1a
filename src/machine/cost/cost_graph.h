#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "machine/cost/counters.h"
#include "machine/explore/final_states.h"
#include "relation/adjacency.h"

namespace hrfcheck::inline machine {

/// Every state of a machine with the history that its counters need, and the steps between them with what
/// each adds.
struct CostGraph {
  static constexpr std::uint32_t kNoOutcome = ~std::uint32_t{0};

  std::vector<std::size_t> first{0};   ///< edges by state; one more than there are states
  std::vector<std::uint32_t> targets;  ///< by edge
  std::vector<std::uint32_t> costs;    ///< by edge: index of `table`
  std::vector<CostCounters::Counts> table;
  std::vector<std::uint32_t> outcomeOf;  ///< by state: index of `outcomes`, or kNoOutcome
  std::vector<std::vector<Value>> outcomes;
  std::string incomplete;  ///< as Simulation::incomplete

  std::uint32_t states() const { return static_cast<std::uint32_t>(outcomeOf.size()); }
  Adjacency edges() const { return {first, targets}; }
};

/// @throws UserError where the code faults
CostGraph costGraphOf(Transitions& transitions, const CostCounters& counters,
                      const SimulationOptions& options);

}  // namespace hrfcheck::inline machine
