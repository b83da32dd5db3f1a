#pragma once

#include "frontend/spirv/kernel.h"
#include "frontend/spirv/reflection.h"

namespace hrfcheck::frontend::spirv {

/// Gives variables of push constants what a launch puts into them: what clspv says of it. Numbers that
/// neither clspv nor the test says, parameters that nothing says, and memory that the code only reads and
/// nothing says, are the kernel's open values.
void findOpenValues(Kernel& kernel, const Reflection& reflection);
/// A warning for each.
void sayOpenValues(Kernel& kernel);

}  // namespace hrfcheck::frontend::spirv
