#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "frontend/c/language/builtins.h"

namespace hrfcheck::frontend::c {

/// A function of a family (Family): `__hip_atomic_fetch_add`, `.load`. Nothing for other names.
std::optional<Builtin> findInFamilies(std::string_view name, const Language& language);
/// For "did you mean" hints: those that are no member functions.
std::vector<std::string> familyNames(const Language& language);

/// `.load` for `load`, and so on: what the member functions of atomics are called here; empty for other
/// names.
std::string_view memberFunction(std::string_view name);

}  // namespace hrfcheck::frontend::c
