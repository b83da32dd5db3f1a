#pragma once

#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "machine/memory_tree.h"
#include "machine/timed/timed_cache.h"

namespace hrfcheck::inline machine {

/// The state of a machine whose runs are timed: caches with sets and ways, and a memory of any size. It
/// offers what the rules of memory_steps.h and request_rules.h ask of a state; before they write a line in a
/// cache, the driver has made room for it.
class TimedState {
 public:
  using Held = Value;
  struct Sent {
    MessageKind kind;
    ThreadId thread;
    MemoryNodeId node;
  };

  /// @param shapes by cache
  TimedState(const MemoryTree& tree, const std::vector<TimedCache::Shape>& shapes, std::vector<Value> memory,
             std::size_t threads);

  TimedCache& cache(MemoryNodeId n) { return caches_[n]; }
  const TimedCache& cache(MemoryNodeId n) const { return caches_[n]; }
  const std::vector<Value>& memory() const { return memory_; }
  bool isRoot(MemoryNodeId n) const { return n == caches_.size(); }

  bool valid(MemoryNodeId n, LocationId a) const { return isRoot(n) || caches_[n].valid(a); }
  bool dirty(MemoryNodeId n, LocationId a) const { return !isRoot(n) && caches_[n].dirty(a); }
  Value value(MemoryNodeId n, LocationId a) const { return isRoot(n) ? memory_[a] : caches_[n].value(a); }
  void setClean(MemoryNodeId n, LocationId a, Value v);
  void setDirty(MemoryNodeId n, LocationId a, Value v) { caches_[n].setDirty(a, v); }
  void setInvalid(MemoryNodeId n, LocationId a) { caches_[n].setInvalid(a); }
  void push(MemoryNodeId n, const FifoEntry& entry) { caches_[n].push(entry); }
  /// Of the head, which is a marker.
  FifoEntry fifoAt(MemoryNodeId n, std::size_t) const { return caches_[n].head().marker; }
  void pop(MemoryNodeId n) { caches_[n].pop(); }
  void eraseLocation(MemoryNodeId n, LocationId a) { caches_[n].cleaned(a); }
  std::optional<LocationId> oldestDirty(MemoryNodeId n) const { return caches_[n].oldestDirty(); }
  void dropDirty(MemoryNodeId n) { dropped_ += caches_[n].dropDirty(); }
  void dropClean(MemoryNodeId n) { taken_ += caches_[n].dropClean(); }

  bool stalledByOther(MemoryNodeId n, ThreadId t) const;
  void stall(MemoryNodeId n, ThreadId t, bool on);
  void endAllStalls(MemoryNodeId n);
  /// Who holds the line, plus 1; 0 for none.
  std::size_t lock(MemoryNodeId n, LocationId a) const;
  void setLock(MemoryNodeId n, LocationId a, std::size_t holder);
  bool anyLock() const { return !locks_.empty(); }

  std::uint32_t& unacknowledged(ThreadId t) { return unacknowledged_[t]; }
  std::uint32_t unacknowledged(ThreadId t) const { return unacknowledged_[t]; }
  void expectAcknowledgements(ThreadId t, std::size_t markers);
  void send(MessageKind kind, ThreadId t, MemoryNodeId n) { sent_.push_back({kind, t, n}); }
  bool anyUnderWay(MessageKind, ThreadId t) const { return plainUnderWay_[t] != 0; }
  std::uint32_t& plainUnderWay(ThreadId t) { return plainUnderWay_[t]; }
  bool flushPosted(ThreadId t) const { return posted_[t]; }
  void setPosted(ThreadId t, bool on) { posted_[t] = on; }

  /// What has been sent since the last call.
  std::vector<Sent> takeSent() { return std::exchange(sent_, {}); }
  bool anySent() const { return !sent_.empty(); }
  /// Whether a stall or a lock has ended since the last call.
  bool takeReleased() { return std::exchange(released_, false); }
  /// Lines that invalidations have taken since the last call: clean ones, and dirty ones that were dropped.
  std::pair<std::size_t, std::size_t> takeInvalidated() {
    return {std::exchange(taken_, 0), std::exchange(dropped_, 0)};
  }

 private:
  std::vector<TimedCache> caches_;
  std::vector<Value> memory_;
  std::vector<std::vector<ThreadId>> stalls_;  ///< by cache
  std::map<std::pair<MemoryNodeId, LocationId>, std::size_t> locks_;
  std::vector<std::uint32_t> unacknowledged_, plainUnderWay_;
  std::vector<bool> posted_;
  std::vector<Sent> sent_;
  bool released_ = false;
  std::size_t taken_ = 0, dropped_ = 0;
};

}  // namespace hrfcheck::inline machine
