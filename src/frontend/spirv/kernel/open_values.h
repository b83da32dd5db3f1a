#pragma once

#include <map>
#include <optional>
#include <set>

#include "frontend/spirv/kernel/pointers.h"

namespace hrfcheck::frontend::spirv {

/// Values of a launch that nothing says: the threads are made with some value, and what they do may hang on
/// it.
struct OpenValues {
  std::set<Id> parameters;                     ///< of the entry point, that are numbers
  std::map<Id, std::set<std::size_t>> pushed;  ///< numbers of variables of push constants

  std::set<Id> inputs;  ///< variables and parameters that point to memory which the code only reads
  std::set<Id>
      stored;  ///< variables and parameters: an undefined value was stored to what they are or point to
  std::set<std::uint32_t> undefined;  ///< instructions that store one, by their origins
  /// What a number is taken to be: with 1, conditions hold that fail with 0, and loops run; 0 where no branch
  /// depends on it, for threads meet at the first elements of arrays.
  Value number = 1;
  std::optional<Value> chosen = std::nullopt;  ///< this, in place of what is best
  std::set<Id> reached;                        ///< blocks that some thread gets to, with this number
  std::string names;                           ///< of all, for people

  bool empty() const { return parameters.empty() && pushed.empty() && inputs.empty() && stored.empty(); }
};

/// What depends on open values.
struct OpenEffects {
  bool control = false;   ///< which instructions are executed, which memory they access, or whether they may
  bool branches = false;  ///< the first of these
  std::set<Id> contents;  ///< of objects in memory: variables and parameters
};

/// Follows open values through an entry point's code: a number is open if an open one may be an operand of
/// what computes it, wherever it was kept in between.
/// Looks at the blocks that are reached only, where these are known: then what is reached depends on no open
/// value, or a branch that does is among them.
/// @throws OutOfTime
OpenEffects effectsOf(const OpenValues& open, const Function& entry, const Pointers& pointers, Types& types,
                      const Deadline& deadline = {});

}  // namespace hrfcheck::frontend::spirv
