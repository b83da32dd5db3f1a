#pragma once

#include "machine/workloads/shared_memory_workload.h"

namespace hrfcheck::inline machine {

/// How a warp waits for the one before it (Li et al. 2015, section 5).
enum class ChainScheme {
  AtomicLocks,  ///< "atom lock": a spin lock for each lane (Listing 11, and Listing 3 for what it is made of)
  WarpBarriers,  ///< "warp barr": bar.sync and bar.arrive (Listing 12)
  SharedLocks,   ///< "shrd lock": a spin lock for each warp, which its first lane takes
  LockBits,      ///< "tiny lock": a lock bit for each lane (Listing 13)
  WarpVotes      ///< "warp vote": a lock bit for each warp, and a vote of its lanes (Listing 9)
};
const char* nameOf(ChainScheme scheme);  ///< "atom lock", "warp barr", ...: the paper's names
inline constexpr ChainScheme kChainSchemes[] = {ChainScheme::AtomicLocks, ChainScheme::WarpBarriers,
                                                ChainScheme::SharedLocks, ChainScheme::LockBits,
                                                ChainScheme::WarpVotes};

/// The reduction of Li et al. 2015, Listing 10: each of 16 warps adds its threads' indices to what the warp
/// before it has left, when that is there. Listings 11 to 13 with the first warp's accesses before the array
/// and the last warp's arrival at a barrier without others left out (docs/simt.md, "Errors in the listings").
class WarpChainWorkload final : public SharedMemoryWorkload {
 public:
  static constexpr std::size_t kWarps = 16;  ///< N

  explicit WarpChainWorkload(ChainScheme scheme);

  std::vector<Value> memory() const override { return std::vector<Value>(1); }
  /// The cycles from the barrier that ends the preparation to the end of the last warp.
  std::uint64_t reductionCycles() const { return end_ - begin_; }
  /// What the last warp left.
  std::vector<Value> sums() const;
  /// What it should have.
  std::vector<Value> reference() const;
  std::size_t lockBytes() const;  ///< of shared memory that only the scheme needs
  std::size_t lockBits() const { return shared_.bitsUsed(); }

 private:
  WorkCode codeOf(WorkItem& me, ThreadId t) override;
  Part<bool> prepare(WorkItem& me, ThreadId warp);
  Part<bool> await(WorkItem& me, ThreadId warp);
  Part<bool> release(WorkItem& me, ThreadId warp, Access previous);
  Part<bool> spin(WorkItem& me, ThreadId warp, Access mutexes);

  /// The words of a warp, one for each lane.
  static Access wordsOf(std::size_t warp);
  /// The scheme's locks of a warp: one for each lane, or the same for all.
  Access locksOf(std::size_t warp) const;
  bool hasMutexes() const;

  ChainScheme scheme_;
  LocalMemory shared_;
  Shared where_;
  std::uint64_t begin_ = 0, end_ = 0;
};

}  // namespace hrfcheck::inline machine
