#pragma once

#include <map>
#include <set>

#include "frontend/spirv/pointers.h"

namespace hrfcheck::frontend::spirv {

/// Values of a launch that nothing says: the threads are made with some value, and what they do may hang on
/// it.
struct OpenValues {
  std::set<Id> parameters;                     ///< of the entry point, that are numbers
  std::map<Id, std::set<std::size_t>> pushed;  ///< numbers of variables of push constants

  bool empty() const { return parameters.empty() && pushed.empty(); }
};

/// What hangs on open values.
struct OpenEffects {
  bool control = false;   ///< which instructions are executed, which memory they access, or whether they may
  std::set<Id> contents;  ///< of objects in memory: variables and parameters
};

/// Follows open values through an entry point's code: a number is open if an open one may be an operand of
/// what computes it, wherever it was kept in between.
OpenEffects effectsOf(const OpenValues& open, const Function& entry, const Pointers& pointers, Types& types);

}  // namespace hrfcheck::frontend::spirv
