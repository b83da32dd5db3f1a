#pragma once

#include "synth/brute_force.h"

// Minimal tests by brute force over programs: every program as text, every final state that its writes make
// conceivable, every weaker program as text again, and the outcomes of each by the explicit engine. It shares
// with src/synth no more than the rest of brute force does.

namespace hrfcheck::test {

/// The tests, up to renaming, that all models forbid although they have a meaning (behind some filter of
/// registers there are outcomes and no races), and none of which is so after a weakening of one step.
/// @returns by the text of the test, once each
std::vector<std::string> minimalBruteTests(const BruteBounds& bounds,
                                           const std::vector<std::shared_ptr<const Model>>& models);

}  // namespace hrfcheck::test
