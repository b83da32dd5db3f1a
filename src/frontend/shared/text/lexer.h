#pragma once

#include <vector>

#include "frontend/shared/text/token.h"
#include "util/diagnostic.h"

namespace hrfcheck::frontend {

/// The words of the file `source` from offset `begin` on (that of the initial state); the last one is End.
/// Mistakes (a stray character, a comment that is not closed ...) are added to `diagnostics`, and reading
/// continues after them.
std::vector<Token> tokenize(const SourcePtr& source, std::uint32_t begin, Layout layout,
                            Diagnostics& diagnostics);

/// The words of C code alone, without an initial state before it and sections behind it.
std::vector<Token> tokenizeCode(const SourcePtr& source, Diagnostics& diagnostics);

/// The words of a part of a file outside code: a line of a kernel's file that speaks of its test.
std::vector<Token> tokenizePart(const SourcePtr& source, Span part, Diagnostics& diagnostics);

}  // namespace hrfcheck::frontend
