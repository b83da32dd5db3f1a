#pragma once

#include <set>
#include <vector>

#include "program/ir/instruction.h"

namespace hrfcheck::frontend::c {

/// Those of the registers that some way through the code reads before it has written them, whatever decides
/// its branches.
std::set<RegisterId> readBeforeWritten(const std::vector<Instruction>& code,
                                       const std::set<RegisterId>& registers);

}  // namespace hrfcheck::frontend::c
