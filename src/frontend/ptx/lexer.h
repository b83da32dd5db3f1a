#pragma once

#include <vector>

#include "frontend/ptx/token.h"
#include "util/deadline.h"
#include "util/diagnostic.h"

namespace hrfcheck::frontend::ptx {

/// The words of a module's text, as far as the file reaches (options behind it are none of it); the last one
/// is End. Mistakes are reported, and end the text.
std::vector<PtxToken> wordsOf(const SourcePtr& source, Diagnostics& diagnostics, const Deadline& deadline);

}  // namespace hrfcheck::frontend::ptx
