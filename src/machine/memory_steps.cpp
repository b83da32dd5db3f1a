#include "machine/memory_steps.h"

#include "util/invariant.h"

namespace hrfcheck::inline machine {

bool MemorySteps::lockedByOther(const MachineState& s, ThreadId t, MemoryNodeId n, std::uint32_t a) const {
  const std::uint8_t holder = s.lock(n, a);
  return holder != 0 && holder != t + 1;
}

MemorySteps::Hits MemorySteps::hits(const MachineState& s, ThreadId t, std::size_t from,
                                    std::uint32_t a) const {
  const std::vector<MemoryNodeId>& path = tree_->path(t);
  Hits found;
  for (std::size_t i = from; i < path.size() && !lockedByOther(s, t, path[i], a); ++i) {
    if (s.valid(path[i], a)) {
      found.at[found.count++] = static_cast<std::uint8_t>(i);
      if (s.dirty(path[i], a)) {
        break;
      }
    }
  }
  return found;
}

void MemorySteps::install(MachineState& s, ThreadId t, std::size_t from, std::size_t hit, std::uint32_t a,
                          ValueIndex v) const {
  const std::vector<MemoryNodeId>& path = tree_->path(t);
  for (std::size_t i = from; i < hit; ++i) {
    if (!tree_->nodes()[path[i]].buffer && !s.dirty(path[i], a)) {
      s.setClean(path[i], a, v);
    }
  }
}

/// A written value comes to a node.
void MemorySteps::arrive(MachineState& s, MemoryNodeId n, std::uint32_t a, ValueIndex v) const {
  if (n == tree_->root()) {
    s.setClean(n, a, v);
    return;
  }
  if (!s.dirty(n, a)) {
    s.push(n, {false, a});
  }
  s.setDirty(n, a, v);
}

bool MemorySteps::store(MachineState& s, ThreadId t, MemoryNodeId n, std::uint32_t a, ValueIndex v) const {
  if (lockedByOther(s, t, n, a)) {
    return false;
  }
  arrive(s, n, a, v);
  return true;
}

bool MemorySteps::writeBack(MachineState& s, MemoryNodeId n, std::uint32_t a) const {
  const MemoryNode& node = tree_->nodes()[n];
  if (s.lock(node.parent, a) != 0) {
    return false;
  }
  const ValueIndex v = s.value(n, a);
  s.eraseLocation(n, a);
  if (node.buffer) {
    s.setInvalid(n, a);
  } else {
    s.setClean(n, a, v);
  }
  arrive(s, node.parent, a, v);
  return true;
}

bool MemorySteps::dropOwnCopies(MachineState& s, ThreadId t, std::size_t k, std::uint32_t a) const {
  const std::vector<MemoryNodeId>& path = tree_->path(t);
  for (std::size_t i = 0; i < k; ++i) {
    if (s.dirty(path[i], a) && !writeBack(s, path[i], a)) {
      return false;
    }
    s.setInvalid(path[i], a);
  }
  return true;
}

bool MemorySteps::invalidate(MachineState& s, MemoryNodeId n) const {
  const bool flush = (*rules_)[Rule::FlushDirty];
  const bool keep = (*rules_)[Rule::KeepDirty];
  for (std::size_t i = 0; flush && i < s.fifoSize(n);) {  // in the order of the FIFO
    const FifoEntry entry = s.fifoAt(n, i);
    if (entry.marker) {
      ++i;
    } else if (!writeBack(s, n, entry.location)) {
      return false;
    }
  }
  for (std::uint32_t a = 0; a < s.layout().locations; ++a) {
    if (s.dirty(n, a) && !keep) {
      s.eraseLocation(n, a);
      s.setInvalid(n, a);
    } else if (s.clean(n, a)) {
      s.setInvalid(n, a);
    }
  }
  return true;
}

MemoryNodeId MemorySteps::nearestOuter(const MachineState& s, MemoryNodeId n, std::uint32_t a) const {
  MemoryNodeId outer = tree_->nodes()[n].parent;
  while (outer != tree_->root() && !s.valid(outer, a)) {
    outer = tree_->nodes()[outer].parent;
  }
  return outer;
}

void MemorySteps::enter(MachineState& s, MemoryNodeId n, const FifoEntry& marker) const {
  s.push(n, marker);
  if (marker.stalls && (*rules_)[Rule::StallOnEntry]) {
    s.stall(n, marker.thread, true);
  }
}

void MemorySteps::passMarker(MachineState& s, MemoryNodeId n) const {
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

void MemorySteps::endStall(MachineState& s, MemoryNodeId n, ThreadId t) const {
  if ((*rules_)[Rule::StallPerRequester]) {
    s.stall(n, t, false);
  } else {
    s.endAllStalls(n);
  }
}

}  // namespace hrfcheck::inline machine
