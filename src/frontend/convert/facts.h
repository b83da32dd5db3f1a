#pragma once

#include <map>
#include <optional>
#include <set>

#include "program/ir/program.h"

namespace hrfcheck::frontend {

/// What the words of one instruction depend on in the rest of its test.
class ConversionFacts {
 public:
  /// @param program with neutral operations; must outlive this
  explicit ConversionFacts(const Program& program);

  const Program& program() const { return program_; }
  bool hasLocalMemory() const { return local_; }
  /// Of all atomics, fences and barriers; nothing where there are none.
  std::optional<std::uint32_t> widestScope() const { return widest_; }
  /// Whether a store of a thread may come, in coherence, between a release of another thread and what
  /// acquires from it. Under the HRF and HSA models they synchronize even so; elsewhere only an atomic
  /// read-modify-write in between keeps the release sequence.
  bool followsOthersRelease(ThreadId thread, const StoreOp& store) const;
  /// The same for a release of the thread itself, which keeps its release sequence everywhere but in Vulkan.
  bool followsOwnRelease(ThreadId thread, const StoreOp& store) const;
  /// A thread of the scope instance that does not have this barrier.
  std::optional<ThreadId> absentFrom(ThreadId thread, const BarrierOp& barrier) const;
  /// Which barrier it is, as one number: the instance alone, if ids are 0.
  Value numberOf(const BarrierOp& barrier) const;

 private:
  /// The location of an address, if it is one; nothing for one that is computed.
  using Where = std::optional<LocationId>;
  Where whereOf(const Expr& address) const;
  void note(const Operation& operation);
  void noteFences(ThreadId thread, const Operation& operation);
  void noteAccess(ThreadId thread, const Operation& operation);
  static bool maybeSame(const Where& a, const Where& b) { return !a || !b || *a == *b; }
  static std::size_t count(const std::vector<Where>& accesses, const Where& where);
  bool othersAcquire(ThreadId releasing, const Where& where) const;

  const Program& program_;
  bool local_ = false;
  std::optional<std::uint32_t> widest_;
  std::vector<bool> releaseFence_;
  std::vector<bool> acquireFence_;
  std::vector<std::vector<Where>> releases_;  ///< by thread
  std::vector<std::vector<Where>> acquires_;
  std::map<std::pair<Value, Value>, Value> numbers_;  ///< of barriers, by instance and id
};

}  // namespace hrfcheck::frontend
