#pragma once

#include <string>

#include "frontend/lowlevel/read_kernel.h"
#include "frontend/ptx/syntax.h"
#include "util/diagnostic.h"

namespace hrfcheck::frontend::ptx {

/// An entry of a module, with the functions that it calls, as code over numbers and bytes. What is not
/// supported is so where a thread comes to it.
/// @param source of the module's text
/// @param written what the user wrote: the same, or what a compiler made the module of
/// @throws SyntaxFailure after a mistake that is reported
lowlevel::Kernel translate(const PtxModule& module, std::uint32_t entry, const SourcePtr& source,
                           const SourcePtr& written, Diagnostics& diagnostics);

}  // namespace hrfcheck::frontend::ptx
