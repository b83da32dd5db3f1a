#pragma once

#include <set>

#include "program/ir/program.h"

namespace hrfcheck::inline program {

/// The registers of a thread that the final state, the condition or the filter speak of.
std::set<RegisterId> observedRegisters(const Program& program, ThreadId thread);

}  // namespace hrfcheck::inline program
