#pragma once

#include <vector>

#include "frontend/spirv/module.h"

namespace hrfcheck::frontend::spirv {

/// The values that an instruction uses: ids among its operands, but for labels, and ids of scopes and
/// semantics are among them.
std::vector<Id> usedBy(const Instruction& in);

/// What one number is made of by all threads of a group.
bool isReduction(spv::Op op);

}  // namespace hrfcheck::frontend::spirv
