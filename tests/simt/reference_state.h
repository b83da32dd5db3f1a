#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <vector>

#include "program/ir/program.h"

namespace hrfcheck::test {

using Lanes = std::set<ThreadId>;

/// What lanes of a wave do together until they come to where they meet others again.
struct StackEntry {
  std::optional<std::size_t> reconvergence;  ///< the end counts; nothing for the first entry
  std::size_t at = 0;
  Lanes lanes;
  friend auto operator<=>(const StackEntry&, const StackEntry&) = default;
};

/// A barrier of a work-group: scope instance, id, and whether it counts.
using BarrierKey = std::tuple<ScopeInstanceId, Value, bool>;

/// What is executed together; the top of the stack goes first. Without a stack it has ended.
struct WaveState {
  std::vector<StackEntry> stack;
  Lanes acting;  ///< have yet to do the memory instruction at which the top stands
  std::optional<BarrierKey> waits;
  friend auto operator<=>(const WaveState&, const WaveState&) = default;

  bool ended() const { return stack.empty(); }
  const Lanes& live() const { return stack.front().lanes; }
};

/// Who has a lock bit, and through which location.
struct BitOwner {
  ThreadId lane;
  LocationId word;
  friend auto operator<=>(const BitOwner&, const BitOwner&) = default;
};
/// A work-group and a bit of its lock unit.
using LockBit = std::pair<ScopeInstanceId, std::uint64_t>;

struct SimtState {
  std::vector<Value> memory;
  std::vector<std::vector<Value>> registers;  ///< by thread
  std::vector<WaveState> waves;
  std::map<LockBit, BitOwner> taken;
  /// Words with data that an unlocking store would lose: what others than stsul have stored since the last
  /// stsul, unless an ldslk that took the bit has loaded it since.
  std::set<LocationId> unloaded;
  /// Who is in the critical section of a word, as its code sees it: a lane, or the first lane of its wave.
  std::set<std::pair<ThreadId, LocationId>> sections;
  std::map<BarrierKey, unsigned> arrivals;  ///< of barriers that count
  friend auto operator<=>(const SimtState&, const SimtState&) = default;
};

}  // namespace hrfcheck::test
