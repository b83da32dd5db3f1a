#pragma once

#include <array>

#include "frontend/spirv/kernel/kernel.h"
#include "frontend/spirv/reflection.h"

namespace hrfcheck::frontend::spirv {

/// What open values are taken to be: one of these first, the others where nothing is found with that.
inline constexpr std::array<Value, 3> kConsideredNumbers{0, 1, 2};

/// Gives variables of push constants what a launch puts into them: what clspv says of it. Numbers that
/// neither clspv nor the test says, parameters that nothing says, and memory that the code only reads and
/// nothing says, are the kernel's open values.
void findOpenValues(Kernel& kernel, const Reflection& reflection);
/// A warning for each.
void sayOpenValues(Kernel& kernel);

}  // namespace hrfcheck::frontend::spirv
