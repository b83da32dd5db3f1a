#pragma once

#include "cat/model/model.h"
#include "program/structure/event_structure.h"

namespace hrfcheck::inline execution {

/// How many writes to one location a partial coherence may order (Choice::partial). Every partial order of at
/// most four elements is the intersection of two total orders of which the first one may end in any maximal
/// element; of five elements that is not so (x > a < y > b < z, whose two orders end in x and in z).
inline constexpr std::size_t kMostPartiallyOrdered = 4;

/// @throws UserError when a model orders coherence partially and the program has more writes to one location
void checkChoiceSizes(const Model& model, const EventStructure& structure);

}  // namespace hrfcheck::inline execution
