#pragma once

#include <optional>
#include <vector>

#include "frontend/spirv/module/header.h"
#include "frontend/spirv/module/types.h"

namespace hrfcheck::frontend::spirv {

/// The numbers of a value of a type, in order, as far as they are said.
std::vector<std::optional<Value>> numbersOf(Types& types, Id type, const InputValue& value);

}  // namespace hrfcheck::frontend::spirv
