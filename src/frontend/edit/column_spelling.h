#pragma once

#include "frontend/edit/spelling.h"

namespace hrfcheck::frontend {

/// Whether the dialect of columns can write an annotation on an instruction.
bool columnsCanSay(const Program& program, ThreadId thread, std::uint32_t instruction,
                   const Annotation& annotation);

// As in spelling.h, of tests in columns. The layout of the table stays where there is room in the cell.
std::optional<std::vector<TextChange>> respelledColumn(const Program& program, ThreadId thread,
                                                       std::uint32_t instruction,
                                                       const Annotation& annotation);
std::optional<TextChange> columnFenceBefore(const Program& program, ThreadId thread,
                                            std::uint32_t instruction);

}  // namespace hrfcheck::frontend
