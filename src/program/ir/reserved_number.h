#pragma once

#include "program/ir/program.h"

namespace hrfcheck::inline program {

/// Refuses a program that names the number that stands for contents which nobody knows (kUnknown).
/// @param compiled whether locations and code may hold it, and then mean that (frontend/lowlevel)
/// @throws UserError
void refuseReservedNumber(const Program& program, bool compiled);

}  // namespace hrfcheck::inline program
