#pragma once

#include "frontend/spirv/module/types.h"

namespace hrfcheck::frontend::spirv {

/// A function in which calls are replaced by what they call, as far as that calls itself not again:
/// SPIRV-Tools does so in shaders only.
struct InlinedFunction {
  Function function;
  std::map<Id, Id> copies;  ///< ids that the calls' own copies have: what they are copies of
};

/// How many instructions the entry points of a module have when all calls are inlined, functions that call
/// themselves once; more than `most` where there are more.
std::size_t inlinedSize(const Module& module, std::size_t most);

/// @param bound the smallest id that the module does not use; ids from there on are taken
/// @return nothing if the code would become too large
std::optional<InlinedFunction> withoutCalls(const Module& module, const Function& entry, Id bound);

}  // namespace hrfcheck::frontend::spirv
