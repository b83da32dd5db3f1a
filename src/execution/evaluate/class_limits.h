#pragma once

#include <cstddef>

#include "cat/model/model.h"
#include "util/diagnostic.h"

namespace hrfcheck::inline execution {

/// Definitions, written out for every class of what they are folded over; each is a relation on all events.
inline constexpr std::size_t kMostWrittenOut = 100'000;
/// Ways to choose a class for each `forall` around a check.
inline constexpr std::size_t kMostClassChoices = 100'000;

/// Nested foralls and folds multiply the classes of a test.
[[noreturn]] inline void failTooManyClasses(const Model& model, CatNodeId node) {
  throw UserError(model.nodes[node].place, "there are too many classes to combine here for this test",
                  "each 'forall' and each 'union' over classes inside another one multiplies them");
}

}  // namespace hrfcheck::inline execution
