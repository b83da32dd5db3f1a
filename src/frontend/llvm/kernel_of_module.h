#pragma once

#include <string>
#include <vector>

#include "frontend/llvm/wire/compiled_module.h"
#include "frontend/lowlevel/read_kernel.h"
#include "util/source.h"

namespace hrfcheck::frontend::llvm {

/// An entry of a module, by its number, and what its launch is called; nothing where it is the only one.
struct LaunchedKernelEntry {
  std::size_t entry = 0;
  std::string label = {};
};

/// Entries of a module that are launched. One that is there several times has parameters of its own each
/// time.
/// @param written what the user wrote: the module, or what a compiler made it of
lowlevel::Kernel kernelOf(const CompiledModule& compiled, const std::vector<LaunchedKernelEntry>& launches,
                          const SourcePtr& written);

/// What people call an entry.
std::string calledOf(const CompiledEntry& entry);

}  // namespace hrfcheck::frontend::llvm
