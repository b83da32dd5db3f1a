#pragma once

#include <functional>
#include <map>
#include <utility>
#include <vector>

#include "program/ir/program.h"
#include "program/unroll/unroll.h"
#include "util/diagnostic.h"
#include "util/process/deadline.h"

namespace hrfcheck::inline program {

/// What a test's values can be at most, found by letting value sets flow through the code. Branches that no
/// value leads to are followed, too, where they depend on reads (thin air, see value_flow.cpp).
struct ValueFlow {
  /// By location, sorted: what a read of it may return.
  std::vector<std::vector<Value>> domains;
  /// By thread and node, sorted: locations its access may touch; empty for other instructions.
  std::vector<std::vector<std::vector<LocationId>>> nodeLocations;
  /// By reading node and location, sorted: what it may return there. Only where readers differ (MayRead).
  std::map<std::pair<std::pair<ThreadId, NodeId>, LocationId>, std::vector<Value>> reads;
};

/// There are more values than can be enumerated.
class TooManyValues : public UserError {
 public:
  using UserError::UserError;
};

/// Where in the unrolled code a write or a read is; an initial write is nowhere.
struct AccessPlace {
  ThreadId thread = kNoThread;
  NodeId node = 0;
};
/// Whether a read may read from a write of a location, in any execution that matters.
using MayRead = std::function<bool(LocationId location, AccessPlace write, AccessPlace read)>;

/// Values that locations hold at times though nothing computes them from the test's constants.
using MoreValues = std::vector<std::pair<LocationId, Value>>;

/// How many values there may be.
enum class Quantity : std::uint8_t {
  Few,        ///< as most tests have: growing sets are given up soon
  Enumerable  ///< as many as anything can be made of
};

/// @param mayRead of every write and read of one location; none: all may
/// @param more what flows through the code, besides the initial values; none with mayRead
/// @throws TooManyValues when a set of values grows beyond `most`
/// @throws OutOfTime when the deadline expires first
ValueFlow inferValues(const Program& program, const std::vector<UnrolledThread>& threads,
                      const Deadline& deadline = {}, const MayRead& mayRead = {}, const MoreValues& more = {},
                      Quantity most = Quantity::Enumerable);

/// Only which locations accesses may touch (ValueFlow::nodeLocations): sets of values that grow are given up,
/// for anything. More than inferValues finds, never less.
/// @throws TooManyValues when an address may be anything
/// @throws OutOfTime when the deadline expires first
ValueFlow inferLocations(const Program& program, const std::vector<UnrolledThread>& threads,
                         const Deadline& deadline = {});

}  // namespace hrfcheck::inline program
