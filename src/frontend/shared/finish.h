#pragma once

#include "program/ir/program.h"
#include "util/diagnostic.h"

namespace hrfcheck::frontend {

/// Diagnostics by their places, each once: threads that share a column or a function share its mistakes.
Diagnostics withoutRepetition(const Diagnostics& diagnostics);

/// The end of every reader: its errors are thrown, its warnings and what models do not define are noted.
/// @param compiled of code as compilers make it: memory may begin with unknown contents
/// @throws UserError
void finish(Program& program, const Diagnostics& found, bool compiled = false);

}  // namespace hrfcheck::frontend
