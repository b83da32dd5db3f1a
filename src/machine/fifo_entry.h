#pragma once

#include <cstdint>

#include "machine/memory_tree.h"

namespace hrfcheck::inline machine {

/// A FIFO's entry: a dirty location, or a flush marker.
struct FifoEntry {
  bool marker = false;
  std::uint32_t location = 0;
  ThreadId thread = 0;
  MemoryNodeId target = 0;
  bool stalls = false;
};

/// What requesters send to caches.
enum class MessageKind { Flush, InvalidationEndingStall, PlainInvalidation };

}  // namespace hrfcheck::inline machine
