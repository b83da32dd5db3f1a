#pragma once

#include <string>

#include "modules/random_module.h"

namespace hrfcheck::modules {

/// What came of comparing a module under `sc` with its interleavings.
struct Comparison {
  enum class Kind {
    Same,
    Differs,
    Refused,   ///< by the reader
    TooLarge,  ///< for the interpreter, or an engine
    Wrong      ///< the module is none: a mistake of the generator
  };
  Kind kind = Kind::Same;
  std::string text = {};
  std::size_t states = 0;  ///< of the interpreter
  std::size_t finalStates = 0;
  std::size_t failures = 0;  ///< places where threads fail
};

enum class WhichEngine { Explicit, Smt };

/// Reads a module and asks an engine for all of its final states and incidents under `sc`.
Comparison compared(const RandomModule& module, WhichEngine engine, double seconds);

/// A module with as few lines as still differ.
RandomModule shrunk(RandomModule module, WhichEngine engine, double seconds);

}  // namespace hrfcheck::modules
