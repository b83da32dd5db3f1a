#pragma once

#include <string>

#include "frontend/shared/dialect.h"
#include "program/ir/program.h"

namespace hrfcheck::frontend {

/// The initial state, `{ x=0; q[2]={1, 2}; 0:r1=5; }`, with the other names of locations that instructions
/// use.
/// @throws UserError for a location that the dialect has no words for
std::string stateText(const Program& program, const Dialect& dialect);

}  // namespace hrfcheck::frontend
