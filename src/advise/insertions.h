#pragma once

#include <vector>

#include "advise/site.h"
#include "frontend/edit/spelling.h"

namespace hrfcheck::inline advise {

/// Something that may be inserted into the text of a test.
struct Insertion {
  SiteKind kind;  ///< Fence or NewBarrier
  TextChange change;
  Span inFull = {};  ///< where it is in the text with all of them
};

/// What may be inserted, in the order of the text, at one place barriers first.
///
/// Fences: before each access that has another one before it in its thread. Barriers: in a launched kernel,
/// before each statement with an access that has another one before it, or is in a loop; where in each
/// work-group all agents have the statement or none has, and some of these groups has several agents.
std::vector<Insertion> insertionsInto(const Program& written, const EditKinds& kinds);

}  // namespace hrfcheck::inline advise
