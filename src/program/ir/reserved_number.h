#pragma once

#include "program/ir/program.h"

namespace hrfcheck::inline program {

/// Refuses a program that names the number that stands for contents which nobody knows (kUnknown).
/// @param compiled whether locations may hold it at first, and then mean that
/// @throws UserError
void refuseReservedNumber(const Program& program, bool compiled);

}  // namespace hrfcheck::inline program
