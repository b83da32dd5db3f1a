#pragma once

#include "machine/explore/state_store.h"
#include "machine/transitions.h"

namespace hrfcheck::inline machine {

/// The way to a state of the store, step by step, on complete states.
MachineTrace traceTo(Transitions& transitions, const StateStore& store, std::uint32_t end, bool reduced);

std::vector<NodeView> viewsOf(const Transitions& transitions, const MachineState& state);
/// The step in words.
MicroStep describe(const Transitions& transitions, const Step& step);

}  // namespace hrfcheck::inline machine
