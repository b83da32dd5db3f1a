#pragma once

#include <optional>
#include <string_view>

#include "frontend/c/ast.h"
#include "util/diagnostic.h"

namespace hrfcheck::frontend::c {

/// A name that the user gives to a kernel that is to be launched.
struct KernelName {
  std::string_view text;
  Span span;
};

/// Which kernel of a unit is meant: the one that is named, or the only one.
/// @return null after an error
const Function* chooseKernel(const Unit& unit, const std::optional<KernelName>& name, const SourcePtr& source,
                             Diagnostics& diagnostics);

/// How to launch a kernel, for those who have not done so.
void reportUnlaunched(const Unit& unit, const SourcePtr& source, Diagnostics& diagnostics);

}  // namespace hrfcheck::frontend::c
