#pragma once

#include "frontend/ptx/syntax.h"
#include "util/deadline.h"
#include "util/diagnostic.h"

namespace hrfcheck::frontend::ptx {

/// Takes a module's text apart by the grammar of the PTX ISA (chapters 4, 5 and 11). Names are looked up in
/// their scopes; what instructions mean is not looked at. Stops at the first mistake, which is reported.
PtxModule parse(const SourcePtr& source, Diagnostics& diagnostics, const Deadline& deadline = {});

}  // namespace hrfcheck::frontend::ptx
