#pragma once

#include <functional>
#include <string>

#include "frontend/spirv/module/header.h"
#include "frontend/spirv/translate/value_types.h"

namespace hrfcheck::frontend::spirv {

/// Lines `; @Input` as lines `init` of code over registers say the same (docs/ptx.md, "Inputs").
/// @param idOf the variable or parameter that a name means
/// @param nameOf what people call it
std::string initLinesOf(const Header& header, const Module& module, ValueTypes& types,
                        const std::function<std::optional<Id>(std::string_view)>& idOf,
                        const std::function<std::string(Id)>& nameOf, const std::function<Id(Id)>& typeOf);

}  // namespace hrfcheck::frontend::spirv
