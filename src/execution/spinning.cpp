#include "execution/spinning.h"

#include <algorithm>

#include "program/unroll/spin_loops.h"

namespace hrfcheck::inline execution {

std::vector<EventId> readsForever(const Skeleton& skeleton, ThreadId thread, NodeId lastNode) {
  std::vector<EventId> reads;
  for (const NodeId node : roundUpTo(skeleton.threads()[thread], lastNode)) {
    const EventId event = skeleton.eventsOf(thread, node).first;
    if (event != kNoEvent && skeleton.events()[event].kind == EventKind::Read) {
      reads.push_back(event);
    }
  }
  const auto isAtomic = [&](EventId e) { return skeleton.events()[e].atomic; };
  const bool ordinary = !std::ranges::all_of(reads, isAtomic);
  std::erase_if(reads, [&](EventId e) { return !isAtomic(e) || (ordinary && !skeleton.events()[e].remote); });
  return reads;
}

std::optional<EventId> overtakenForever(const Execution& execution, ThreadId thread) {
  const ThreadRun& run = execution.runs[thread];
  if (run.end != ThreadEnd::Spinning) {
    return std::nullopt;
  }
  const std::vector<EventId> reads = readsForever(*execution.skeleton, thread, run.lastNode);
  const auto found = std::ranges::find_if(reads, [&](EventId read) {
    const EventId source = execution.readsFrom[read];
    return execution.happened.contains(read) && source != kNoEvent &&
           !execution.co.successors(source).empty();
  });
  return found == reads.end() ? std::nullopt : std::optional(*found);
}

}  // namespace hrfcheck::inline execution
