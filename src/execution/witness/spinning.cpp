#include "execution/witness/spinning.h"

#include <algorithm>
#include <iterator>

#include "program/structure/silent_rmws.h"
#include "program/unroll/silent_updates.h"
#include "program/unroll/spin_loops.h"

namespace hrfcheck::inline execution {

namespace {

/// Whether both may be of one location.
bool mayMeet(const EventStructure& structure, EventId a, EventId b) {
  const std::vector<LocationId>& others = structure.mayLocations()[b];
  return std::ranges::any_of(structure.mayLocations()[a],
                             [&](LocationId l) { return std::ranges::binary_search(others, l); });
}

/// A read-modify-write in a loop whose rounds store what they read (Loop::updates).
bool storesWhatItReads(const EventStructure& structure, ThreadId thread, NodeId node) {
  const UnrolledThread& unrolled = structure.threads()[thread];
  const std::uint32_t i = unrolled.nodes[node].instruction;
  const auto* rmw = std::get_if<RmwOperation>(&structure.program().threads[thread].instructions[i].operation);
  return rmw != nullptr && (rmw->op != RmwOp::CompareSwap || swapsForTheSame(*rmw)) &&
         isInUpdatingLoop(unrolled, node);
}

}  // namespace

std::vector<EventId> readsForever(const EventStructure& structure, ThreadId thread, NodeId lastNode) {
  std::vector<EventId> reads;
  for (const NodeId node : roundUpTo(structure.threads()[thread], lastNode)) {
    if (storesWhatItReads(structure, thread, node)) {
      continue;
    }
    const EventId event = structure.eventsOf(thread, node).first;
    if (event != kNoEvent && structure.events()[event].kind == EventKind::Read) {
      reads.push_back(event);
    }
  }
  std::vector<EventId> ordinary;
  std::ranges::copy_if(reads, std::back_inserter(ordinary),
                       [&](EventId e) { return !structure.events()[e].atomic; });
  const bool perhapsMissed = structure.lastWrites() == LastWrites::PerhapsMissed;
  std::erase_if(reads, [&](EventId e) {
    const Event& event = structure.events()[e];
    return !event.atomic || (!event.remote && (perhapsMissed || !ordinary.empty())) ||
           std::ranges::any_of(ordinary, [&](EventId other) { return mayMeet(structure, e, other); });
  });
  return reads;
}

std::optional<EventId> overtakenForever(const Execution& execution, ThreadId thread) {
  const ThreadRun& run = execution.runs[thread];
  if (run.end != ThreadEnd::Spinning) {
    return std::nullopt;
  }
  const std::vector<EventId> reads = readsForever(*execution.structure, thread, run.lastNode);
  const auto found = std::ranges::find_if(reads, [&](EventId read) {
    const EventId source = execution.readsFrom[read];
    return execution.happened.contains(read) && source != kNoEvent &&
           !execution.co.successors(source).empty();
  });
  return found == reads.end() ? std::nullopt : std::optional(*found);
}

}  // namespace hrfcheck::inline execution
