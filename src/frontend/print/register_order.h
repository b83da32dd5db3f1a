#pragma once

#include <vector>

#include "program/ir/program.h"

namespace hrfcheck::frontend {

/// How many registers of a thread, from the first on, an initial state must list, so that a parser numbers
/// all of them as they are numbered here: it meets those of the initial state first, then those of the code.
RegisterId registersToList(const Thread& thread);

}  // namespace hrfcheck::frontend
