#pragma once

#include <functional>
#include <optional>

#include "execution/execution.h"

namespace hrfcheck::inline execution {

/// What a thread asks while it runs: the value this read event returns at this location.
using ReadOracle = std::function<Value(EventId read, LocationId location)>;
/// Whether the barrier whose arrival is this event lets the thread pass.
using BarrierOracle = std::function<bool(EventId arrival)>;

/// Runs one thread of the structure; the same code serves enumeration, replay of witnesses and tests.
ThreadRun runThread(const EventStructure& structure, ThreadId thread, const ReadOracle& read,
                    const BarrierOracle& passes);

/// Calls `visit` for every run of a thread, each read taking every value of its location's domain and
/// each barrier both passing and blocking. Deterministic order. Stops early when `visit` returns false.
void forEachRun(const EventStructure& structure, ThreadId thread,
                const std::function<bool(const ThreadRun&)>& visit);

}  // namespace hrfcheck::inline execution
