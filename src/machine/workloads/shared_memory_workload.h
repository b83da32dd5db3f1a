#pragma once

#include "machine/workloads/local_memory.h"
#include "machine/workloads/workload.h"

namespace hrfcheck::inline machine {

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
