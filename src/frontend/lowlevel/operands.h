#pragma once

#include <vector>

#include "frontend/lowlevel/module.h"

namespace hrfcheck::frontend::lowlevel {

/// The numbers that an instruction uses.
std::vector<NumberPtr> numbersOf(const Operation& operation);
/// The registers in them.
std::vector<std::uint32_t> registersRead(const Operation& operation);

}  // namespace hrfcheck::frontend::lowlevel
