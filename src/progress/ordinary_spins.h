#pragma once

#include "progress/progress.h"

namespace hrfcheck::inline progress {

/// By thread and instruction.
std::vector<OrdinarySpin> ordinarySpins(const Program& program);

}  // namespace hrfcheck::inline progress
