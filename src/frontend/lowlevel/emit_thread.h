#pragma once

#include <functional>
#include <map>
#include <set>
#include <vector>

#include "frontend/lowlevel/memory_layout.h"
#include "frontend/lowlevel/residual.h"
#include "program/ir/program.h"
#include "util/deadline.h"

namespace hrfcheck::frontend::lowlevel {

/// Where objects lie in the program that is made: the address of an object for the threads of a group.
using Placement = std::function<Value(std::uint32_t object, std::uint32_t group)>;

/// What all threads of a launch have in common.
struct EmitContext {
  const Module& module;
  const LaunchFacts& facts;
  const MemoryLayout& layout;
  Placement addressOf;
  std::optional<std::uint32_t> votes = std::nullopt;  ///< the object of cells that threads of a block vote in
  std::function<bool(std::uint32_t object)> isUnknown = {};
  std::function<Value(const LaneCell& cell)> addressOfCell = {};
  bool unknown = false;  ///< there is memory of which nothing says what it holds at first
  std::set<std::uint32_t> mixed =
      {};                   ///< objects whose accesses say how many bytes they take (mixed_sizes.h)
  bool largeWords = false;  ///< there are words that look like addresses (large_words.h)
};

/// Makes the instructions of a thread. Registers are entered into it.
/// @throws Refusal
void emitThread(const EmitContext& context, ResidualThread code, ThreadId number, Thread& thread);

}  // namespace hrfcheck::frontend::lowlevel
