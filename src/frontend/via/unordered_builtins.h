#pragma once

#include "util/source.h"

namespace hrfcheck::frontend::via {

/// Refuses a text with builtins whose order and scope clang drops on the way to PTX: in clang 16 and 19,
/// `__atomic_store_n(p, 1, __ATOMIC_RELEASE)` becomes a plain store, or a crash.
/// @throws UserError at each of them
void refuseUnorderedBuiltins(const SourcePtr& source);

}  // namespace hrfcheck::frontend::via
