#pragma once

#include "frontend/edit/spelling.h"

namespace hrfcheck::frontend {

// As in spelling.h, of tests that are modules of PTX: Instruction::code is the instruction in the module,
// wherever its place is. By the PTX ISA, 9.7.9 ("Data Movement") and 9.7.13 ("Parallel Synchronization").

/// Whether the text of a program is one, and no compiler made it.
bool isPtxText(const Program& program);

std::optional<std::vector<TextChange>> respelledPtx(const Program& program, ThreadId thread,
                                                    std::uint32_t instruction, const Annotation& annotation);
std::optional<TextChange> ptxFenceBefore(const Program& program, ThreadId thread, std::uint32_t instruction);
std::vector<TextChange> ptxBarrierBefore(const Program& program, ThreadId thread, std::uint32_t instruction);

}  // namespace hrfcheck::frontend
