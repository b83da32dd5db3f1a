#pragma once

#include "util/diagnostic.h"
#include "util/source.h"

namespace hrfcheck::frontend::via {

/// What a compiler said besides the module that it made of a text (behind Source::fileEnd of the module), as
/// warnings at the lines of the text.
void repeatCompilerWarnings(const SourcePtr& source, Diagnostics& diagnostics);

}  // namespace hrfcheck::frontend::via
