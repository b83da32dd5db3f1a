#pragma once

#include "frontend/spirv/kernel.h"
#include "frontend/spirv/reflection.h"

namespace hrfcheck::frontend::spirv {

/// Gives variables of push constants what a launch puts into them: what clspv says of it. Numbers that
/// neither clspv nor the test says, and parameters that nothing says, are the kernel's open values, with a
/// warning.
void findOpenValues(Kernel& kernel, const Reflection& reflection);

}  // namespace hrfcheck::frontend::spirv
