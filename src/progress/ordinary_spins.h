#pragma once

#include "progress/progress.h"

namespace hrfcheck {

/// By thread and instruction.
std::vector<OrdinarySpin> ordinarySpins(const Program& program);

}  // namespace hrfcheck
