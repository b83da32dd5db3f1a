#pragma once

#include <string>
#include <vector>

#include "cat/library.h"

namespace hrfcheck {

/// The given folders first, then the installed models, which lie beside the program:
/// ../share/hrfcheck/models.
/// @throws UserError when a given folder does not exist
ModelLibrary makeModelLibrary(const std::vector<std::string>& includes);

}  // namespace hrfcheck
