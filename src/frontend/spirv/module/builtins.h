#pragma once

#include <optional>
#include <spirv/unified1/spirv.hpp11>
#include <vector>

#include "frontend/launch/grid.h"

namespace hrfcheck::frontend::spirv {

/// The numbers of a built-in variable of a thread: three of a vector. Nothing for those that a launch does
/// not say.
std::optional<std::vector<Value>> builtInNumbers(spv::BuiltIn builtIn, const Grid& grid, ThreadId thread);

}  // namespace hrfcheck::frontend::spirv
