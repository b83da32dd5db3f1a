#pragma once

#include <memory>
#include <vector>

#include "program/agents/agents.h"

namespace hrfcheck::inline program {

/// The threads of each wavefront, ascending: its lanes.
using Wavefronts = std::vector<std::vector<ThreadId>>;

/// By the scope tree: the threads of one wave, or each thread by itself where the dialect has no waves.
Wavefronts wavefrontsOf(const Program& program);

/// All threads in one.
Wavefronts oneWavefrontOf(const Program& program);

/// The program with every thread in one wave, where the dialect has waves, and in one work-group. (The warps
/// of PTX are no level of its scope tree.)
/// @throws UserError where threads of the dialect are nobody's lanes
std::shared_ptr<const Program> inOneWavefront(const Program& program);

/// A program that wavefronts can run: threads of one wavefront that have not the same instructions get all of
/// their codes, each guarded by a branch that only its own threads do not take ("if (lane is P0) ... else
/// ..."). The other wavefronts are left as they are; null if all are.
std::shared_ptr<const Program> withJoinedCode(const Program& program, const Wavefronts& wavefronts);

/// The agents of a mode: threads, or wavefronts.
/// @param program must outlive them; for Stack, one that wavefronts can run
/// @throws UserError for more lanes in a wavefront than kMostLanes, barriers of wavefronts that are named by
/// registers, and a wrong `ssy`
std::shared_ptr<const Agents> agentsFor(const Program& program, SimtMode mode, const Wavefronts& wavefronts);

}  // namespace hrfcheck::inline program
