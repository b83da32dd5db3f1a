#pragma once

#include <memory>
#include <vector>

#include "program/agents/agents.h"

namespace hrfcheck::inline program {

/// The threads of each wavefront, by the scope tree: those of one wave, or each thread by itself where the
/// dialect has no waves.
std::vector<std::vector<ThreadId>> wavefrontsOf(const Program& program);

/// Makes every thread a lane of one wavefront, in one work-group.
std::shared_ptr<const Program> inOneWavefront(const Program& program);

/// A program that wavefronts can run: threads of one wavefront that have not the same instructions get all of
/// their codes, each behind a branch that only its own threads do not take ("if (lane is P0) ... else ...").
/// The other wavefronts are left as they are; null if all are.
std::shared_ptr<const Program> withJoinedCode(const Program& program);

/// The agents of a mode: threads, or wavefronts.
/// @param program must outlive them; for Stack, one that wavefronts can run
/// @throws UserError for more lanes in a wavefront than kMostLanes, barriers of wavefronts that are named by
/// registers, and a wrong `ssy`
std::shared_ptr<const Agents> agentsFor(const Program& program, SimtMode mode);

}  // namespace hrfcheck::inline program
