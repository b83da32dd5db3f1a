#pragma once

#include <vector>

#include "program/ir/program.h"
#include "program/structure/event.h"
#include "relation/relation.h"

namespace hrfcheck::inline program {

/// Whether some fence is of the async or the tensormap proxy, or about some accesses only (ptx_marks.h).
bool hasAsynchronousFences(const Program& program);

/// From the fences of a program to the accesses that they are about: all, unless their marks say which (PTX
/// ISA, `fence`: a state space, `.sync_restrict`, `.mbarrier_init`, the address of a tensormap fence). An
/// access whose address is computed is one that only a fence about all of them is about.
Relation fenceConcerns(const std::vector<Event>& events, const Program& program);

}  // namespace hrfcheck::inline program
