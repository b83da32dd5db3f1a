// A loop is the range of instructions from the target of a backward jump to the jump. Ranges that overlap
// without one containing the other are united, so loops are nested or apart, whatever the code looks like.

#include "program/unroll/loop_ranges.h"

#include <fmt/format.h>

#include <algorithm>

#include "program/flow/control_flow.h"
#include "program/unroll/spin_loops.h"

namespace hrfcheck::inline program {

bool overlapOnly(const Loop& a, const Loop& b) {
  const bool apart = a.last < b.head || b.last < a.head;
  const bool nested = (a.head <= b.head && b.last <= a.last) || (b.head <= a.head && a.last <= b.last);
  return !apart && !nested;
}

std::vector<Loop> loopRanges(const Thread& thread, PacedLook& look) {
  std::vector<Loop> loops;
  for (std::uint32_t i = 0; i < thread.instructions.size(); ++i) {
    const auto target = jumpTarget(thread.instructions[i].operation);
    if (target && *target <= i) {
      loops.push_back({*target, i});
    }
    if (loops.size() > kMostLoops) {
      throw UserError(thread.instructions[i].place,
                      fmt::format("a thread has at most {} backward jumps", kMostLoops));
    }
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t a = 0; a < loops.size() && !changed; ++a) {
      look.spend(loops.size());
      for (std::size_t b = a + 1; b < loops.size() && !changed; ++b) {
        if (loops[a].head == loops[b].head || overlapOnly(loops[a], loops[b])) {
          loops[a] = {std::min(loops[a].head, loops[b].head), std::max(loops[a].last, loops[b].last)};
          loops.erase(loops.begin() + static_cast<std::ptrdiff_t>(b));
          changed = true;
        }
      }
    }
  }
  std::sort(loops.begin(), loops.end(), [](const Loop& a, const Loop& b) {
    return a.head != b.head ? a.head < b.head : a.last > b.last;
  });
  return loops;
}

}  // namespace hrfcheck::inline program
