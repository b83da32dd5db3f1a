#pragma once

#include "program/ir/program.h"

namespace hrfcheck::inline program {

/// Whether two threads run the same code on the same initial registers, up to names and the wording of
/// instructions. Registers correspond by number.
bool sameCode(const Thread& a, const Thread& b);

}  // namespace hrfcheck::inline program
