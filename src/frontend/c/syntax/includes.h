#pragma once

#include <string_view>

#include "frontend/shared/text/token.h"
#include "util/diagnostic.h"

namespace hrfcheck::frontend::c {

/// Whether a name is that of a header of a vendor, which is known here and never read.
bool isVendorsHeader(std::string_view name);

/// Looks at `#include`, of which nothing is read. Headers of the languages and their libraries are known
/// here: `<...>`, and some in quotes. A file of the user's own is an error, for what it declares is missing.
/// @param word `include`
/// @param behind what follows it
void checkInclude(const Token& word, const Token& behind, const SourcePtr& source, Diagnostics& diagnostics);

}  // namespace hrfcheck::frontend::c
