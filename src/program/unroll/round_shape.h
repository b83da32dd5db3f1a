#pragma once

#include "program/ir/program.h"
#include "program/unroll/unroll.h"

namespace hrfcheck::inline program {

/// The instructions of a loop that stand on a way from its head back to its head, in their order.
std::vector<std::uint32_t> instructionsOfRounds(const Thread& thread, const Loop& loop);

/// Whether no fence of a round that goes back to the head of a spin loop stands between two reads of the
/// round. What its reads make a fence acquire is then acquired before the next round reads. Text order
/// decides: there are no other ways back in such a loop.
bool fencesAreAtOneEnd(const Thread& thread, const Loop& loop);

}  // namespace hrfcheck::inline program
