#pragma once

#include "frontend/c/syntax/ast.h"

namespace hrfcheck::frontend::c {

/// Whether a function uses a parameter as more than a pointer to one element: an index that is not 0, a sum
/// with it, `p++`, or passing it to a function that does so. What it is copied to is not followed.
bool usesAsArray(const Unit& unit, const Function& function, std::string_view parameter);

}  // namespace hrfcheck::frontend::c
