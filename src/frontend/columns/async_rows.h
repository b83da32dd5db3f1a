#pragma once

#include <vector>

#include "frontend/shared/async_row.h"
#include "frontend/shared/operands.h"
#include "program/ir/program.h"
#include "util/diagnostic.h"

namespace hrfcheck::frontend {

/// Second pass over a column: its rows as instructions of one thread.
std::vector<ResolvedInstruction> resolveRows(const std::vector<RowInstruction>& rows,
                                             const ThreadPlace& place, const Dialect& dialect,
                                             const Names& names, const SourcePtr& source,
                                             Diagnostics& diagnostics);

/// Enters the code of the threads into a program, row by row. An asynchronous operation becomes a thread
/// behind those of the test (program/ir/ptx_marks.h), in the block of the thread that issues it; so does what
/// arrives at the barrier of a cluster for a thread that goes on before it waits there. An arrival at a
/// barrier object is checked: what it must not do to the object is an incident.
/// @param code by thread of the test
/// @param ids the scope instances of the threads by level; those of the new threads are added
void enterRows(const std::vector<std::vector<ResolvedInstruction>>& code, Program& program,
               std::vector<std::vector<std::uint32_t>>& ids, Diagnostics& diagnostics);

}  // namespace hrfcheck::frontend
