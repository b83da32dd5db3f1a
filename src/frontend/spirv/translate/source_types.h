#pragma once

#include "frontend/lowlevel/module/source_type.h"
#include "frontend/spirv/translate/value_types.h"

namespace hrfcheck::frontend::spirv {

/// A type of a module as reports and lines `init` speak of it: its members by their names, the components of
/// vectors as `x`, `y`, `z` and `w`. A runtime array is as long as there is room for.
/// @return null where there are too many numbers, or none can be told
lowlevel::SourceTypePtr sourceTypeOf(const Module& module, ValueTypes& types, const Laid& laid);

}  // namespace hrfcheck::frontend::spirv
