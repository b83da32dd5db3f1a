#pragma once

#include <optional>

#include "program/ir/program.h"
#include "program/structure/barriers.h"
#include "program/unroll/unroll.h"
#include "relation/relation.h"

namespace hrfcheck::inline program {

/// The kinds of events.
enum class EventKind { InitialWrite, Read, Write, Fence, Arrive, Depart };
constexpr bool isBarrierHalf(EventKind kind) {
  return kind == EventKind::Arrive || kind == EventKind::Depart;
}

/// One event that may happen. A successful RMW is a read and a write (docs/cat.md, "Events");
/// a barrier is an arrival and a departure.
struct Event {
  EventKind kind;
  ThreadId thread = kNoThread;    ///< kNoThread for initial writes
  NodeId node = kEndNode;         ///< in its unrolled thread
  std::uint32_t instruction = 0;  ///< in its thread
  bool atomic = false;
  bool remote = false;
  std::optional<Order> order;         ///< atomics and fences; Release on arrivals, Acquire on departures
  std::optional<Order> failureOrder;  ///< reads of compare-and-swaps: the order where it fails, if it differs
  ScopeInstanceId scope = kNoScope;   ///< of atomics, fences and barrier halves
  ScopeInstanceId meeting = kNoScope;  ///< barrier halves: the scope instance whose agents meet
  std::uint32_t barrier = kNoBarrier;  ///< barrier halves: which of EventStructure::barriers()
  EventId partner = kNoEvent;          ///< the other half of an RMW or a barrier
  LocationId initialOf = kNoLocation;  ///< initial writes only
};

}  // namespace hrfcheck::inline program
