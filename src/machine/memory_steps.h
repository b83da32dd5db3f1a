#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <vector>

#include "machine/fifo_entry.h"
#include "machine/memory_tree.h"
#include "machine/rule_set.h"
#include "util/invariant.h"

namespace hrfcheck::inline machine {

/// Whether an invalidation ends a stall of the agent that sent it.
enum class InvalidationKind { Plain, EndsStall };

/// What happens to lines and FIFOs in one step: the rules that all drivers of a machine share, over whatever
/// keeps its lines. A state is the bytes of MachineState where everything is explored, and caches with sets
/// and ways (timed/timed_state.h) where a single run is timed. Functions that answer whether leave the
/// state half changed when it is blocked by a lock; the caller drops it then.
class MemorySteps {
 public:
  MemorySteps(const MemoryTree& tree, const RuleSet& rules) : tree_(&tree), rules_(&rules) {}

  /// What may answer a load: a node on the path of the thread, or the cache that owns the line beside one.
  struct Hit {
    std::uint8_t at = 0;  ///< index on the path; of an owner, of the level that knows it
    MemoryNodeId node = 0;
  };
  /// What may answer a load at path[from]: every valid line on the way out, as a clean one may have been
  /// evicted, up to the first dirty one, an owner or the root.
  struct Hits {
    std::array<Hit, 8> of{};
    std::size_t count = 0;
  };
  template <class State>
  Hits hits(const State& s, ThreadId t, std::size_t from, std::uint32_t a) const;
  /// Clean copies of what path[hit] answered, in the caches from path[from] on.
  template <class State>
  void install(State& s, ThreadId t, std::size_t from, std::size_t hit, std::uint32_t a,
               typename State::Held v) const;
  /// Whether the store was possible.
  template <class State>
  bool store(State& s, ThreadId t, MemoryNodeId n, std::uint32_t a, typename State::Held v) const;
  /// The value of a dirty line goes to the next level; the line is clean then (gone from a write buffer).
  template <class State>
  bool writeBack(State& s, MemoryNodeId n, std::uint32_t a) const;
  /// ACC*: the lines of a below path[k] are written back and dropped, inner first.
  template <class State>
  bool dropOwnCopies(State& s, ThreadId t, std::size_t k, std::uint32_t a) const;
  /// The caches below a node that own the line write it back and drop it.
  template <class State>
  bool recall(State& s, MemoryNodeId n, std::uint32_t a) const;
  /// A cache comes to own a line with its current value, if it does not.
  template <class State>
  bool own(State& s, ThreadId t, MemoryNodeId n, std::uint32_t a) const;
  template <class State>
  bool invalidate(State& s, MemoryNodeId n) const;
  template <class State>
  bool invalidationArrives(State& s, InvalidationKind kind, ThreadId t, MemoryNodeId n) const;
  /// Where a fill of n would come from: the cache that owns the line, or the nearest outer copy.
  template <class State>
  MemoryNodeId nearestOuter(const State& s, MemoryNodeId n, std::uint32_t a) const;
  template <class State>
  bool lockedByOther(const State& s, ThreadId t, MemoryNodeId n, std::uint32_t a) const;

  template <class State>
  void enter(State& s, MemoryNodeId n, const FifoEntry& marker) const;
  /// The marker at the head moves to the next level, or is acknowledged.
  template <class State>
  void passMarker(State& s, MemoryNodeId n) const;
  template <class State>
  void endStall(State& s, MemoryNodeId n, ThreadId t) const;

  /// The cache beside n that owns the line; n where there is none.
  template <class State>
  MemoryNodeId ownerBeside(const State& s, MemoryNodeId n, std::uint32_t a) const;

 private:
  template <class State>
  void arrive(State& s, MemoryNodeId n, std::uint32_t a, typename State::Held v) const;
  template <class State>
  void revoke(State& s, MemoryNodeId n, std::uint32_t a) const;
  /// A lock is in the way of a value that comes to n, and to the levels that it goes on to.
  /// @param t whose own locks are not; nobody's are not for kNoThread
  template <class State>
  bool locked(const State& s, ThreadId t, MemoryNodeId n, std::uint32_t a) const;

  const MemoryTree* tree_;
  const RuleSet* rules_;
};

template <class State>
bool MemorySteps::lockedByOther(const State& s, ThreadId t, MemoryNodeId n, std::uint32_t a) const {
  const auto holder = s.lock(n, a);
  return holder != 0 && holder != t + 1;
}

template <class State>
MemorySteps::Hits MemorySteps::hits(const State& s, ThreadId t, std::size_t from, std::uint32_t a) const {
  const std::vector<MemoryNodeId>& path = tree_->path(t);
  Hits found;
  for (std::size_t i = from; i < path.size() && !lockedByOther(s, t, path[i], a); ++i) {
    if (s.valid(path[i], a)) {
      found.of[found.count++] = {static_cast<std::uint8_t>(i), path[i]};
      if (s.dirty(path[i], a)) {
        break;
      }
    }
    if (const MemoryNodeId owner = ownerBeside(s, path[i], a); owner != path[i]) {
      if (!lockedByOther(s, t, path[i + 1], a)) {
        found.of[found.count++] = {static_cast<std::uint8_t>(i + 1), owner};
      }
      break;
    }
  }
  return found;
}

template <class State>
MemoryNodeId MemorySteps::ownerBeside(const State& s, MemoryNodeId n, std::uint32_t a) const {
  for (const MemoryNodeId owner : tree_->nodes()[tree_->nodes()[n].parent].owners) {
    if (owner != n && n != tree_->root() && s.dirty(owner, a)) {
      return owner;
    }
  }
  return n;
}

template <class State>
void MemorySteps::install(State& s, ThreadId t, std::size_t from, std::size_t hit, std::uint32_t a,
                          typename State::Held v) const {
  const std::vector<MemoryNodeId>& path = tree_->path(t);
  for (std::size_t i = from; i < hit; ++i) {
    if (!tree_->nodes()[path[i]].buffer && !s.dirty(path[i], a)) {
      s.setClean(path[i], a, v);
    }
  }
}

/// A cache that comes to own a line takes it from whichever owns it.
template <class State>
void MemorySteps::revoke(State& s, MemoryNodeId n, std::uint32_t a) const {
  if (const MemoryNodeId owner = ownerBeside(s, n, a); owner != n) {
    s.eraseLocation(owner, a);
    s.setInvalid(owner, a);
  }
}

/// A written value comes to a node.
template <class State>
void MemorySteps::arrive(State& s, MemoryNodeId n, std::uint32_t a, typename State::Held v) const {
  if (n == tree_->root()) {
    s.setClean(n, a, v);
    return;
  }
  switch (tree_->nodes()[n].policy) {
    case WritePolicy::Through:
      if (s.valid(n, a)) {
        s.setClean(n, a, v);
      }
      arrive(s, tree_->nodes()[n].parent, a, v);
      return;
    case WritePolicy::Evict:
      s.setInvalid(n, a);
      arrive(s, tree_->nodes()[n].parent, a, v);
      return;
    case WritePolicy::Ownership:
      revoke(s, n, a);
      break;
    case WritePolicy::Back:
      break;
  }
  if (!s.dirty(n, a)) {
    s.push(n, {false, a});
  }
  s.setDirty(n, a, v);
}

template <class State>
bool MemorySteps::store(State& s, ThreadId t, MemoryNodeId n, std::uint32_t a, typename State::Held v) const {
  if (locked(s, t, n, a)) {
    return false;
  }
  arrive(s, n, a, v);
  return true;
}

template <class State>
bool MemorySteps::locked(const State& s, ThreadId t, MemoryNodeId n, std::uint32_t a) const {
  for (;; n = tree_->nodes()[n].parent) {
    if (t == kNoThread ? s.lock(n, a) != 0 : lockedByOther(s, t, n, a)) {
      return true;
    }
    if (!tree_->nodes()[n].passesOn()) {
      return false;
    }
  }
}

template <class State>
bool MemorySteps::writeBack(State& s, MemoryNodeId n, std::uint32_t a) const {
  const MemoryNode& node = tree_->nodes()[n];
  if (locked(s, kNoThread, node.parent, a)) {
    return false;
  }
  const typename State::Held v = s.value(n, a);
  s.eraseLocation(n, a);
  if (node.buffer) {
    s.setInvalid(n, a);
  } else {
    s.setClean(n, a, v);
  }
  arrive(s, node.parent, a, v);
  return true;
}

template <class State>
bool MemorySteps::dropOwnCopies(State& s, ThreadId t, std::size_t k, std::uint32_t a) const {
  const std::vector<MemoryNodeId>& path = tree_->path(t);
  for (std::size_t i = 0; i < k; ++i) {
    if (s.dirty(path[i], a) && !writeBack(s, path[i], a)) {
      return false;
    }
    s.setInvalid(path[i], a);
  }
  return true;
}

template <class State>
bool MemorySteps::recall(State& s, MemoryNodeId n, std::uint32_t a) const {
  for (const MemoryNodeId owner : tree_->nodes()[n].owners) {
    if (!s.dirty(owner, a)) {
      continue;
    }
    if (!writeBack(s, owner, a)) {
      return false;
    }
    s.setInvalid(owner, a);
  }
  return true;
}

template <class State>
bool MemorySteps::own(State& s, ThreadId t, MemoryNodeId n, std::uint32_t a) const {
  if (s.dirty(n, a)) {
    return true;
  }
  const MemoryNodeId from = nearestOuter(s, n, a);
  for (MemoryNodeId m = n; m != tree_->commonNode(n, from); m = tree_->nodes()[m].parent) {
    if (lockedByOther(s, t, m, a)) {
      return false;
    }
  }
  if (lockedByOther(s, t, tree_->commonNode(n, from), a)) {
    return false;
  }
  arrive(s, n, a, s.value(from, a));
  return true;
}

template <class State>
bool MemorySteps::invalidate(State& s, MemoryNodeId n) const {
  const bool flush = (*rules_)[Rule::FlushDirty];
  while (const std::optional<std::uint32_t> a = flush ? s.oldestDirty(n) : std::nullopt) {
    if (!writeBack(s, n, *a)) {
      return false;
    }
  }
  if (!(*rules_)[Rule::KeepDirty]) {
    s.dropDirty(n);
  }
  s.dropClean(n);
  return true;
}

/// @return false where a lock is in the way of what is written back
template <class State>
bool MemorySteps::invalidationArrives(State& s, InvalidationKind kind, ThreadId t, MemoryNodeId n) const {
  if (kind == InvalidationKind::EndsStall) {
    endStall(s, n, t);
  }
  return invalidate(s, n);
}

template <class State>
MemoryNodeId MemorySteps::nearestOuter(const State& s, MemoryNodeId n, std::uint32_t a) const {
  for (;; n = tree_->nodes()[n].parent) {
    const MemoryNodeId outer = tree_->nodes()[n].parent;
    const MemoryNodeId owner = ownerBeside(s, n, a);
    if (owner != n) {
      return owner;
    }
    if (outer == tree_->root() || s.valid(outer, a)) {
      return outer;
    }
  }
}

template <class State>
void MemorySteps::enter(State& s, MemoryNodeId n, const FifoEntry& marker) const {
  s.push(n, marker);
  if (marker.stalls && (*rules_)[Rule::StallOnEntry]) {
    s.stall(n, marker.thread, true);
  }
}

template <class State>
void MemorySteps::passMarker(State& s, MemoryNodeId n) const {
  const FifoEntry marker = s.fifoAt(n, 0);
  s.pop(n);
  if (marker.stalls && !(*rules_)[Rule::StallOnEntry]) {
    s.stall(n, marker.thread, true);
  }
  const MemoryNodeId parent = tree_->nodes()[n].parent;
  if (parent != marker.target) {
    enter(s, parent, marker);
    return;
  }
  INVARIANT(s.unacknowledged(marker.thread) > 0, "a marker is acknowledged to a work-item that waits for it");
  --s.unacknowledged(marker.thread);
}

template <class State>
void MemorySteps::endStall(State& s, MemoryNodeId n, ThreadId t) const {
  if ((*rules_)[Rule::StallPerRequester]) {
    s.stall(n, t, false);
  } else {
    s.endAllStalls(n);
  }
}

}  // namespace hrfcheck::inline machine
