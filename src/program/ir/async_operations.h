#pragma once

#include <algorithm>

#include "program/ir/program.h"

namespace hrfcheck::inline program {

/// Whether a thread of a launch is an operation that another one has issued and that nobody executes (PTX's
/// `cp.async`): it stands where that one does, whose number is lower. No scheduler keeps it waiting.
inline bool isAsyncOperation(const Program& program, ThreadId thread) {
  const auto& own = program.threads[thread].coordinates;
  return own && std::any_of(program.threads.begin(), program.threads.begin() + thread, [&](const Thread& t) {
           return t.coordinates && t.coordinates->group == own->group && t.coordinates->item == own->item;
         });
}

}  // namespace hrfcheck::inline program
