// A state is a row of bytes with everything at a fixed place, so that copying, comparing and hashing one is
// copying, comparing and hashing memory. Values are indices into a table that the simulator fills as it meets
// them (a test has a handful), where a thread's code stands with its registers is an index, too
// (agent_states.h), and a cache line is one byte: 0 invalid, odd clean, even dirty. A FIFO has room for
// every location once and for every marker that can be in it: a requester has one flush at a time, with one
// marker for each leaf under the cache.

#include "machine/machine_state.h"

#include <algorithm>

#include "util/diagnostic.h"
#include "util/invariant.h"

namespace hrfcheck::inline machine {

StateLayout::StateLayout(const MemoryTree& tree, std::size_t threadCount, std::size_t locationCount,
                         Needs what)
    : needs(what), threads(threadCount), locations(locationCount), caches(tree.cacheCount()) {
  threadBytes = (threads + 7) / 8;
  nodeBytes = (caches + 7) / 8;
  if (locations + threads * tree.nodes().size() * 2 > 255) {
    throw UserError("the test has too many locations, threads or caches for a machine");
  }
  const auto place = [&](std::size_t bytes) {
    const std::size_t at = size;
    size += bytes;
    return at;
  };
  for (MemoryNodeId n = 0; n < tree.nodes().size(); ++n) {
    const bool cache = n != tree.root();
    lines.push_back(place(locations));
    fifoCapacity.push_back(cache ? locations + threads * tree.leavesUnder(n).size() : 0);
    fifo.push_back(cache ? place(1 + fifoCapacity.back()) : 0);
    stalls.push_back(cache ? place(threadBytes) : 0);
    locks.push_back(needs.locks ? place(locations) : 0);
    fills.push_back(needs.fills && cache ? place(locations) : 0);
  }
  endings = flushes + nodeBytes;
  plainInvalidations = endings + nodeBytes;
  latched = plainInvalidations + nodeBytes;
  meanwhile = latched + (needs.fills ? 1 : 0);
  posted = meanwhile + (needs.meanwhile ? 1 : 0);
  const std::size_t each = posted + (needs.posts ? 3 : 0);
  for (std::size_t t = 0; t < threads; ++t) {
    requesters.push_back(place(each));
  }
}

bool MachineState::anyDirty(MemoryNodeId n) const {
  for (std::uint32_t a = 0; a < layout_->locations; ++a) {
    if (dirty(n, a)) {
      return true;
    }
  }
  return false;
}

std::uint8_t MachineState::encode(const FifoEntry& entry) const {
  if (!entry.marker) {
    return static_cast<std::uint8_t>(entry.location);
  }
  const std::size_t nodes = layout_->caches + 1;
  const std::size_t code = (entry.thread * nodes + entry.target) * 2 + (entry.stalls ? 1 : 0);
  return static_cast<std::uint8_t>(layout_->locations + code);
}

FifoEntry MachineState::decode(std::uint8_t code) const {
  if (code < layout_->locations) {
    return {false, code};
  }
  const std::size_t rest = code - layout_->locations;
  const std::size_t nodes = layout_->caches + 1;
  return {true, 0, static_cast<ThreadId>(rest / 2 / nodes), static_cast<MemoryNodeId>(rest / 2 % nodes),
          rest % 2 != 0};
}

void MachineState::push(MemoryNodeId n, const FifoEntry& entry) {
  const std::size_t count = fifoSize(n);
  INVARIANT(count < layout_->fifoCapacity[n], "every entry of a FIFO has room");
  bytes_[layout_->fifo[n] + 1 + count] = encode(entry);
  ++bytes_[layout_->fifo[n]];
}

void MachineState::erase(MemoryNodeId n, std::size_t i) {
  std::uint8_t* const entries = bytes_ + layout_->fifo[n] + 1;
  const std::size_t count = fifoSize(n);
  std::copy(entries + i + 1, entries + count, entries + i);
  entries[count - 1] = 0;
  --bytes_[layout_->fifo[n]];
}

std::size_t MachineState::findLocation(MemoryNodeId n, std::uint32_t a) const {
  const std::uint8_t* const entries = bytes_ + layout_->fifo[n] + 1;
  return static_cast<std::size_t>(std::find(entries, entries + fifoSize(n), a) - entries);
}

void MachineState::eraseLocation(MemoryNodeId n, std::uint32_t a) {
  const std::size_t i = findLocation(n, a);
  INVARIANT(i < fifoSize(n), "a dirty line is in the FIFO");
  erase(n, i);
}

std::optional<std::uint32_t> MachineState::oldestDirty(MemoryNodeId n) const {
  for (std::size_t i = 0; i < fifoSize(n); ++i) {
    if (const FifoEntry entry = fifoAt(n, i); !entry.marker) {
      return entry.location;
    }
  }
  return std::nullopt;
}

void MachineState::dropDirty(MemoryNodeId n) {
  while (const std::optional<std::uint32_t> a = oldestDirty(n)) {
    eraseLocation(n, *a);
    setInvalid(n, *a);
  }
}

void MachineState::dropClean(MemoryNodeId n) {
  for (std::uint32_t a = 0; a < layout_->locations; ++a) {
    if (clean(n, a)) {
      setInvalid(n, a);
    }
  }
}

bool MachineState::stalledByOther(MemoryNodeId n, ThreadId t) const {
  const std::size_t offset = layout_->stalls[n];
  for (std::size_t i = 0; i < layout_->threadBytes; ++i) {
    const unsigned mine = t / 8 == i ? 1U << (t % 8) : 0U;
    if ((bytes_[offset + i] & ~mine) != 0) {
      return true;
    }
  }
  return false;
}

void MachineState::setBit(std::size_t offset, std::size_t i, bool on) {
  std::uint8_t& byte = bytes_[offset + i / 8];
  const unsigned mask = 1U << (i % 8);
  byte = static_cast<std::uint8_t>(on ? byte | mask : byte & ~mask);
}

std::size_t MachineState::messages(Messages kind, ThreadId t) const {
  const std::size_t base = layout_->requesters[t];
  switch (kind) {
    case Messages::Flush:
      return base + layout_->flushes;
    case Messages::InvalidationEndingStall:
      return base + layout_->endings;
    case Messages::PlainInvalidation:
      return base + layout_->plainInvalidations;
  }
  return base;
}

bool MachineState::anyUnderWay(Messages kind, ThreadId t) const {
  const std::uint8_t* const from = bytes_ + messages(kind, t);
  return std::any_of(from, from + layout_->nodeBytes, [](std::uint8_t b) { return b != 0; });
}

void MachineState::setPosted(ThreadId t, std::uint16_t localId, std::uint8_t micro) {
  setWide(layout_->requesters[t] + layout_->posted, localId);
  at(t, layout_->posted + 2) = micro;
}

}  // namespace hrfcheck::inline machine
