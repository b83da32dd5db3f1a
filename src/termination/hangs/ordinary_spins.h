#pragma once

#include "termination/termination.h"

namespace hrfcheck::inline termination {

/// By thread and instruction.
std::vector<OrdinarySpin> ordinarySpins(const Program& program);

}  // namespace hrfcheck::inline termination
