#pragma once

#include <map>
#include <vector>

#include "engine/smt/formula/guarded_values.h"
#include "program/structure/event_structure.h"

namespace hrfcheck::inline engine::smt {

/// The reads something depends on, each with the condition under which it does.
using Taint = std::map<EventId, Lit>;

/// Adds what `from` depends on, under `guard`.
void addTaint(Formula& formula, Taint& into, const Taint& from, Lit guard = kTrue);

/// What a thread knows at one point of its code; meaningful where `guard` holds.
struct ThreadState {
  Lit guard = kTrue;
  std::vector<GuardedValues> registers;
  std::vector<Taint> taints;  ///< by register
  Taint control;              ///< of the branches passed
  /// How often each barrier was passed, by its number (EventStructure::barriers); those not mentioned: never.
  std::map<std::uint32_t, GuardedValues> passed;
};

/// One edge of the control flow: where it is taken, the state it brings along.
struct IncomingState {
  Lit edge;
  ThreadState state;
};

/// The state where edges meet. At least one edge; their guards exclude each other.
ThreadState joinStates(Formula& formula, std::vector<IncomingState> incoming);

}  // namespace hrfcheck::inline engine::smt
