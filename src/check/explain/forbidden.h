#pragma once

#include <optional>
#include <string>
#include <vector>

#include "check/explain/derivation.h"
#include "engine/engine.h"

namespace hrfcheck::inline check {

/// One requirement of a model that stands in the way of an outcome, shown on an execution that ends in it.
struct Refutation {
  /// Index into Model::checks; Model::checks.size() where an order that the model asks for cannot exist.
  std::size_t check = 0;
  std::string name;         ///< of the requirement, or of the order
  Execution execution;      ///< ends in the outcome; without linearisations that come after a missing one
  bool othersHold = false;  ///< it satisfies every other requirement of the model
  /// A cycle (acyclic, irreflexive), or one pair (empty), or none where a set is not empty.
  std::vector<Derivation> steps;
  std::optional<EventId> member;  ///< of a set that ought to be empty
};

/// Why a model forbids an outcome.
struct Forbidden {
  /// No execution of the code ends so, whatever the model.
  bool noCandidate = false;
  /// For each of a smallest set of requirements that forbid it together.
  std::vector<Refutation> refutations;
  /// No smaller set does. Otherwise none can be omitted, but there were too many to try all, or it is not
  /// known of some what they allow beyond the bound of loops.
  bool smallest = true;
  std::optional<std::string> undecided;  ///< "time limit" ...: nothing can be said
};

/// @param test a program whose condition is the outcome: `exists` the final states in question
/// @pre under the model the condition is forbidden
Forbidden whyForbidden(Engine& engine, const PreparedTest& test, const AnalysisOptions& options);

}  // namespace hrfcheck::inline check
