#pragma once

#include <cstdint>
#include <cstring>
#include <optional>
#include <vector>

#include "machine/fifo_entry.h"
#include "machine/memory_tree.h"

namespace hrfcheck::inline machine {

/// Index of a value that the simulator has come across; 0 stands for the value 0.
using ValueIndex = std::uint8_t;
/// A line holds a value and two bits in a byte.
inline constexpr std::size_t kMostValues = 126;

/// Where each thing stands in the bytes of a state; the same for all states of a simulation.
struct StateLayout {
  struct Needs {
    bool locks = false, fills = false, meanwhile = false, posts = false;
  };
  StateLayout(const MemoryTree& tree, std::size_t threads, std::size_t locations, Needs needs);

  Needs needs;
  std::size_t threads, locations, caches, size = 0;
  std::size_t threadBytes, nodeBytes;  ///< of sets of threads, of caches
  std::vector<std::size_t> lines, fifo, fifoCapacity, stalls, locks, fills;  ///< by node
  std::vector<std::size_t> requesters;                                       ///< by thread
  // inside a requester
  std::size_t local = 0, micro = 2, read = 3, unacknowledged = 4, flushes = 5, endings, plainInvalidations,
              latched, meanwhile, posted;
};

/// The state of a machine in the bytes of a buffer that it does not own.
///
/// A cache: its lines, its FIFO, the threads that stall it. A requester: where its code stands (an index of
/// AgentStates), the step of the instruction under way, what that has read, its flush messages and
/// invalidations under way and the acknowledgements that it waits for.
class MachineState {
 public:
  using Held = ValueIndex;  ///< what a line holds

  MachineState(const StateLayout& layout, std::uint8_t* bytes) : layout_(&layout), bytes_(bytes) {}

  std::uint8_t* bytes() const { return bytes_; }
  const StateLayout& layout() const { return *layout_; }

  bool valid(MemoryNodeId n, std::uint32_t a) const { return line(n, a) != 0; }
  bool dirty(MemoryNodeId n, std::uint32_t a) const { return line(n, a) != 0 && (line(n, a) & 1U) == 0; }
  bool clean(MemoryNodeId n, std::uint32_t a) const { return (line(n, a) & 1U) != 0; }
  ValueIndex value(MemoryNodeId n, std::uint32_t a) const {
    return static_cast<ValueIndex>((line(n, a) - 1U) >> 1U);
  }
  void setClean(MemoryNodeId n, std::uint32_t a, ValueIndex v) {
    line(n, a) = static_cast<std::uint8_t>(1U + 2U * v);
  }
  void setDirty(MemoryNodeId n, std::uint32_t a, ValueIndex v) {
    line(n, a) = static_cast<std::uint8_t>(2U + 2U * v);
  }
  void setInvalid(MemoryNodeId n, std::uint32_t a) { line(n, a) = 0; }
  bool anyDirty(MemoryNodeId n) const;

  std::size_t fifoSize(MemoryNodeId n) const { return bytes_[layout_->fifo[n]]; }
  FifoEntry fifoAt(MemoryNodeId n, std::size_t i) const { return decode(bytes_[layout_->fifo[n] + 1 + i]); }
  void push(MemoryNodeId n, const FifoEntry& entry);
  void pop(MemoryNodeId n) { erase(n, 0); }
  void eraseLocation(MemoryNodeId n, std::uint32_t a);
  /// a stands at this place; fifoSize where it does not.
  std::size_t findLocation(MemoryNodeId n, std::uint32_t a) const;

  /// The first location in the FIFO; nothing where there are markers only.
  std::optional<std::uint32_t> oldestDirty(MemoryNodeId n) const;
  void dropDirty(MemoryNodeId n);
  void dropClean(MemoryNodeId n);

  bool stalledBy(MemoryNodeId n, ThreadId t) const { return bit(layout_->stalls[n], t); }
  bool stalledByOther(MemoryNodeId n, ThreadId t) const;
  void stall(MemoryNodeId n, ThreadId t, bool on) { setBit(layout_->stalls[n], t, on); }
  void endAllStalls(MemoryNodeId n) { clear(layout_->stalls[n], layout_->threadBytes); }

  /// Who holds the line, plus 1; 0 for none.
  std::uint8_t lock(MemoryNodeId n, std::uint32_t a) const {
    return layout_->needs.locks ? bytes_[layout_->locks[n] + a] : 0;
  }
  void setLock(MemoryNodeId n, std::uint32_t a, std::size_t holder) {
    bytes_[layout_->locks[n] + a] = static_cast<std::uint8_t>(holder);
  }
  /// A fill under way: its value plus 1; 0 for none.
  std::uint8_t fill(MemoryNodeId n, std::uint32_t a) const { return bytes_[layout_->fills[n] + a]; }
  void setFill(MemoryNodeId n, std::uint32_t a, std::uint8_t v) { bytes_[layout_->fills[n] + a] = v; }

  std::uint16_t local(ThreadId t) const { return wide(layout_->requesters[t] + layout_->local); }
  void setLocal(ThreadId t, std::uint16_t id) { setWide(layout_->requesters[t] + layout_->local, id); }
  std::uint8_t& micro(ThreadId t) { return at(t, layout_->micro); }
  std::uint8_t micro(ThreadId t) const { return at(t, layout_->micro); }
  /// What the instruction under way has read, plus 1.
  std::uint8_t& read(ThreadId t) { return at(t, layout_->read); }
  std::uint8_t read(ThreadId t) const { return at(t, layout_->read); }
  void expectAcknowledgements(ThreadId t, std::size_t markers) {
    unacknowledged(t) = static_cast<std::uint8_t>(markers);
  }
  std::uint8_t& unacknowledged(ThreadId t) { return at(t, layout_->unacknowledged); }
  std::uint8_t unacknowledged(ThreadId t) const { return at(t, layout_->unacknowledged); }
  /// A load that has been answered and whose fill is under way: the index on the path of what answered.
  std::uint8_t& latched(ThreadId t) { return at(t, layout_->latched); }
  std::uint8_t latched(ThreadId t) const { return layout_->needs.fills ? at(t, layout_->latched) : 0; }
  /// How many of the caches to be invalidated meanwhile have been.
  std::uint8_t& meanwhile(ThreadId t) { return at(t, layout_->meanwhile); }
  std::uint8_t meanwhile(ThreadId t) const {
    return layout_->needs.meanwhile ? at(t, layout_->meanwhile) : 0;
  }
  /// A posted instruction: its local state and the step it stands before; step 0 for none.
  std::uint16_t postedLocal(ThreadId t) const { return wide(layout_->requesters[t] + layout_->posted); }
  std::uint8_t postedMicro(ThreadId t) const { return layout_->needs.posts ? at(t, layout_->posted + 2) : 0; }
  void setPosted(ThreadId t, std::uint16_t local, std::uint8_t micro);

  using Messages = MessageKind;
  bool underWay(Messages kind, ThreadId t, MemoryNodeId n) const { return bit(messages(kind, t), n); }
  void setUnderWay(Messages kind, ThreadId t, MemoryNodeId n, bool on) { setBit(messages(kind, t), n, on); }
  void send(Messages kind, ThreadId t, MemoryNodeId n) { setUnderWay(kind, t, n, true); }
  bool flushPosted(ThreadId t) const { return postedMicro(t) != 0; }
  bool anyUnderWay(Messages kind, ThreadId t) const;
  void forget(Messages kind, ThreadId t) { clear(messages(kind, t), layout_->nodeBytes); }

 private:
  std::uint8_t line(MemoryNodeId n, std::uint32_t a) const { return bytes_[layout_->lines[n] + a]; }
  std::uint8_t& line(MemoryNodeId n, std::uint32_t a) { return bytes_[layout_->lines[n] + a]; }
  std::uint8_t& at(ThreadId t, std::size_t offset) const { return bytes_[layout_->requesters[t] + offset]; }
  std::uint16_t wide(std::size_t offset) const {
    return static_cast<std::uint16_t>(bytes_[offset] | (bytes_[offset + 1] << 8U));
  }
  void setWide(std::size_t offset, std::uint16_t v) {
    bytes_[offset] = static_cast<std::uint8_t>(v & 0xFFU);
    bytes_[offset + 1] = static_cast<std::uint8_t>(v >> 8U);
  }
  bool bit(std::size_t offset, std::size_t i) const {
    return ((bytes_[offset + i / 8] >> (i % 8)) & 1U) != 0;
  }
  void setBit(std::size_t offset, std::size_t i, bool on);
  void clear(std::size_t offset, std::size_t bytes) { std::memset(bytes_ + offset, 0, bytes); }
  std::size_t messages(Messages kind, ThreadId t) const;
  void erase(MemoryNodeId n, std::size_t i);
  FifoEntry decode(std::uint8_t code) const;
  std::uint8_t encode(const FifoEntry& entry) const;

  const StateLayout* layout_;
  std::uint8_t* bytes_;
};

}  // namespace hrfcheck::inline machine
