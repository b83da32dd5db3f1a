#pragma once

#include <string>
#include <vector>

#include "frontend/lowlevel/read_kernel.h"
#include "frontend/ptx/syntax.h"
#include "util/diagnostic.h"

namespace hrfcheck::frontend::ptx {

/// A function of a module, and what its launch is called; nothing where it is the only one.
struct LaunchedEntry {
  std::uint32_t function = 0;
  std::string label = {};
};

/// Entries of a module, with the functions that they call, as code over numbers and bytes. What is not
/// supported is so where a thread comes to it.
/// @param launches what is launched: an entry that is there several times has parameters of its own each time
/// @param source of the module's text
/// @param written what the user wrote: the same, or what a compiler made the module of
/// @throws SyntaxFailure after a mistake that is reported
lowlevel::Kernel translate(const PtxModule& module, const std::vector<LaunchedEntry>& launches,
                           const SourcePtr& source, const SourcePtr& written, Diagnostics& diagnostics);

}  // namespace hrfcheck::frontend::ptx
