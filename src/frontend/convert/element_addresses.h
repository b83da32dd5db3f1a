#pragma once

#include "program/ir/program.h"

namespace hrfcheck::frontend {

/// The program with elements of objects at one address after the other, as tests of litmus dialects have
/// them, where compiled code counts in bytes. Only addresses that the code knows can be changed so.
/// @throws UserError with an error for each instruction that computes an address
Program withElementAddresses(const Program& program);

}  // namespace hrfcheck::frontend
