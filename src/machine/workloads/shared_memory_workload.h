#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "machine/workloads/workload.h"
#include "program/expr/value.h"

namespace hrfcheck::inline machine {

inline constexpr std::size_t kWarpLanes = 32;  ///< of the GPU of Li et al. 2015

/// Shared memory of a streaming multiprocessor with its lock unit (Li et al. 2015, section 3): 1024 lock
/// bits, words 1024 apart share one, and who holds a bit is for programs to know.
class LocalMemory {
 public:
  explicit LocalMemory(std::size_t words)
      : words_(words), taken_(kLockBits, false), used_(kLockBits, false) {}

  /// A wavefront's instruction, lane by lane.
  struct Access {
    enum class Kind { Load, Store, LockLoad, UnlockStore } kind = Kind::Load;
    std::uint32_t active = 0;  ///< lanes, as bits
    std::array<std::uint32_t, kWarpLanes> word{};
    std::array<Value, kWarpLanes> value{};  ///< in: stored; out: loaded
    std::uint32_t locked = 0;               ///< out, of LockLoad (LDSLK): the lanes that have taken the bit
  };

  void execute(Access& access);
  /// How many lock bits have been taken at some time.
  std::size_t bitsUsed() const { return static_cast<std::size_t>(std::ranges::count(used_, true)); }
  const std::vector<Value>& words() const { return words_; }
  /// How often the memory has to be accessed for all lanes: the most different words in one of 32 banks.
  static std::uint64_t passes(const Access& access);

 private:
  static constexpr std::size_t kLockBits = 1024;

  std::vector<Value> words_;
  std::vector<bool> taken_, used_;
};

/// Warps that compute in the shared memories of processors (Li et al. 2015), an instruction of all lanes at a
/// time.
class SharedMemoryWorkload : public Workload {
 protected:
  using Access = LocalMemory::Access;
  /// A shared memory, and the processor whose it is.
  struct Shared {
    LocalMemory* local;
    std::uint32_t processor;
  };
  /// What an atomic writes.
  enum class Atomic {
    Exchange,    ///< the operand
    CompareSwap  ///< the operand over 0, and else what was there (atomicCAS(p, 0, operand))
  };

  explicit SharedMemoryWorkload(const Placement& placement) : Workload(placement), now_(wavefronts()) {}

  /// @param access stays where it is until it has been executed
  Part<bool> execute(WorkItem& me, ThreadId t, Shared where, Access& access);
  /// An atomic of each active lane in instructions of the lock unit, as Listing 3 has them: until each has
  /// had its bit.
  /// @param words with the operands
  /// @return the lanes that found 0
  Part<std::uint32_t> atomic(WorkItem& me, ThreadId t, Shared where, Atomic what, Access words);

 private:
  void onScratchpad(ThreadId t) override;

  std::vector<std::pair<LocalMemory*, Access*>> now_;  ///< by warp: its access
};

}  // namespace hrfcheck::inline machine
