#include "execution/spinning.h"

#include <algorithm>
#include <iterator>

#include "program/skeleton/failing_updates.h"
#include "program/unroll/spin_loops.h"

namespace hrfcheck::inline execution {

namespace {

/// Whether both may be of one location.
bool mayMeet(const Skeleton& skeleton, EventId a, EventId b) {
  const std::vector<LocationId>& others = skeleton.mayLocations()[b];
  return std::ranges::any_of(skeleton.mayLocations()[a],
                             [&](LocationId l) { return std::ranges::binary_search(others, l); });
}

/// A read-modify-write in a loop whose rounds store what they read (Loop::updates).
bool storesWhatItReads(const Skeleton& skeleton, ThreadId thread, NodeId node) {
  const UnrolledThread& unrolled = skeleton.threads()[thread];
  const std::uint32_t i = unrolled.nodes[node].instruction;
  const auto* rmw = std::get_if<RmwOperation>(&skeleton.program().threads[thread].instructions[i].operation);
  return rmw != nullptr && rmw->op != RmwOp::CompareSwap && isInUpdatingLoop(unrolled, node);
}

}  // namespace

std::vector<EventId> readsForever(const Skeleton& skeleton, ThreadId thread, NodeId lastNode) {
  std::vector<EventId> reads;
  for (const NodeId node : roundUpTo(skeleton.threads()[thread], lastNode)) {
    if (storesWhatItReads(skeleton, thread, node)) {
      continue;
    }
    const EventId event = skeleton.eventsOf(thread, node).first;
    if (event != kNoEvent && skeleton.events()[event].kind == EventKind::Read) {
      reads.push_back(event);
    }
  }
  std::vector<EventId> ordinary;
  std::ranges::copy_if(reads, std::back_inserter(ordinary),
                       [&](EventId e) { return !skeleton.events()[e].atomic; });
  const bool perhapsMissed = skeleton.lastWrites() == LastWrites::PerhapsMissed;
  std::erase_if(reads, [&](EventId e) {
    const Event& event = skeleton.events()[e];
    return !event.atomic || (!event.remote && (perhapsMissed || !ordinary.empty())) ||
           std::ranges::any_of(ordinary, [&](EventId other) { return mayMeet(skeleton, e, other); });
  });
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
