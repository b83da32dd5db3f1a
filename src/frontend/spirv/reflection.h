#pragma once

#include <map>
#include <string>
#include <vector>

#include "frontend/launch/grid.h"
#include "frontend/spirv/module/types.h"

namespace hrfcheck::frontend::spirv {

/// What clspv says of a kernel beside its code (`NonSemantic.ClspvReflection`; github.com/google/clspv).
struct Reflection {
  std::map<Id, std::string> names;             ///< of arguments, by the variables that hold them
  std::map<std::uint32_t, Value> specialized;  ///< constants that a launch gives values, by their SpecId
  /// Those of them that only the host knows: the names of arguments in local memory, whose sizes they are.
  std::map<std::uint32_t, std::string> guessed;
  /// What a launch puts into push constants: bytes from the beginning, and the number.
  std::vector<std::pair<std::uint64_t, Value>> pushed;
  std::map<std::uint64_t, std::string>
      pushedArguments;  ///< names of arguments among push constants, likewise
};

Reflection reflectionOf(const Module& module, const Types& types, const Grid& grid);

/// Gives constants of a module other values, by their SpecId.
void specialize(Module& module, const std::map<std::uint32_t, Value>& values);

}  // namespace hrfcheck::frontend::spirv
