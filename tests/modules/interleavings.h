#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>

#include "modules/memory.h"

namespace hrfcheck::modules {

/// What a module does under interleaving.
struct Interleavings {
  bool complete = false;  ///< else there were more states than asked for
  std::size_t states = 0;
  /// The bytes of each object where all threads have ended; "sh@g1" is the second block's.
  std::set<std::map<std::string, std::string>> finalStates = {};
  /// Which thread fails, at which line: out of bounds, or a trap.
  std::set<std::pair<unsigned, unsigned>> failures = {};
  /// Threads that wait for ever at a barrier, at which line, where no thread has failed.
  std::set<std::pair<unsigned, unsigned>> waiting = {};
};

/// Executes a module one access at a time, in every order.
/// @throws Mistake
Interleavings interleavingsOf(const Module& module, const Launch& launch, std::size_t mostStates);

}  // namespace hrfcheck::modules
