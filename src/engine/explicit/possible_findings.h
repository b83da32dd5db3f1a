#pragma once

#include <optional>
#include <set>
#include <vector>

#include "engine/engine.h"
#include "engine/explicit/coherence_rules.h"

namespace hrfcheck::inline engine {

using Incidents = std::set<std::pair<IncidentKind, InstructionRef>>;

/// What the executions of a test can show at most, each thread seen on its own, with any value for each read.
struct PossibleFindings {
  Incidents incidents;
  std::set<std::vector<Value>> outcomes;  ///< over Program::observed
};

/// Nothing where that is not found out soon.
/// @param rules of the model: which of a thread's writes may come last in coherence
/// @throws OutOfTime when the deadline expires first
std::optional<PossibleFindings> possibleFindings(const EventStructure& structure, CoherenceRules& rules,
                                                 const Deadline& deadline);

}  // namespace hrfcheck::inline engine
