#pragma once

#include <vector>

#include "frontend/spirv/module.h"

namespace hrfcheck::frontend::spirv {

/// The values that an instruction uses: ids among its operands, but for labels, and ids of scopes and
/// semantics are among them.
std::vector<Id> usedBy(const Instruction& in);

}  // namespace hrfcheck::frontend::spirv
