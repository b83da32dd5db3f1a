#pragma once

#include "machine/workloads/shared_memory_workload.h"

namespace hrfcheck::inline machine {

/// How the points of a sub-grid wait for each other (Li et al. 2015, section 6).
enum class WavefrontScheme {
  AtomicLocks,  ///< dataflow with spin locks of atomicExch (Listing 14)
  Diagonals,    ///< data-parallel: a diagonal at a time, with a barrier after each
  LockBits      ///< dataflow with lock bits (Listing 15, but for tokens that are restored without being held)
};
const char* nameOf(WavefrontScheme scheme);  ///< "atomic locks", "diagonals", "lock bits"
inline constexpr WavefrontScheme kWavefrontSchemes[] = {
    WavefrontScheme::AtomicLocks, WavefrontScheme::Diagonals, WavefrontScheme::LockBits};

inline constexpr std::uint32_t kSubGridPoints = 31;  ///< on a side, but for its first row and column

struct NeedlemanWunschShape {
  WavefrontScheme scheme = WavefrontScheme::LockBits;
  std::uint32_t side = 1;       ///< sub-grids of 31 x 31 points on a side
  std::uint64_t seed = 1;       ///< of the reference field p
  std::size_t processors = 15;  ///< streaming multiprocessors (section 5)
};

/// The alignment of Li et al. 2015, section 6: S(i, j) = max(S(i, j-1) - k, S(i-1, j-1) + p(i, j), S(i-1, j)
/// - k). Sub-grids on a diagonal are independent, and each is computed in the shared memory of one processor;
/// a launch computes a diagonal of them. A processor has eight sub-grids at a time where one warp computes
/// each (Diagonals), and one where 32 warps do, since it has no more lock bits (section 6).
class NeedlemanWunschWorkload final : public SharedMemoryWorkload {
 public:
  explicit NeedlemanWunschWorkload(const NeedlemanWunschShape& shape);

  std::vector<Value> memory() const override { return std::vector<Value>(words_); }
  /// S by row, with the first row and column.
  const std::vector<Value>& grid() const { return grid_; }
  /// What the grid should be, computed in order.
  std::vector<Value> reference() const;
  /// How many cycles each launch took.
  const std::vector<std::uint64_t>& launches() const { return launches_; }
  /// How many sub-grids the busiest processor has one after the other, over all launches.
  std::size_t turns() const;

 private:
  static constexpr std::uint32_t kSide = kSubGridPoints + 1;
  /// A sub-grid, as a warp works on it.
  struct Block : Shared {
    std::uint32_t row, column;
  };

  std::uint32_t stride() const { return shape_.side * (kSide - 1) + 1; }
  Value& at(const Block& block, std::uint32_t y, std::uint32_t x);
  Value field(const Block& block, std::uint32_t y, std::uint32_t x) const;
  /// Sub-grids of a diagonal.
  std::uint32_t blocksOf(std::uint32_t diagonal) const;
  std::size_t warpsOfBlock() const { return shape_.scheme == WavefrontScheme::Diagonals ? 1 : kSide; }

  WorkCode codeOf(WorkItem& me, ThreadId t) override;

  Part<bool> compute(WorkItem& me, ThreadId t, Block block);
  Part<bool> byDiagonals(WorkItem& me, ThreadId t, Block block);
  Part<bool> byLockBits(WorkItem& me, ThreadId t, Block block, std::uint32_t y);
  Part<bool> byAtomicLocks(WorkItem& me, ThreadId t, Block block, std::uint32_t y);
  Part<bool> transfer(WorkItem& me, Block block, std::uint32_t firstRow, std::uint32_t rows, bool store);
  Value best(const Block& block, std::uint32_t y, std::uint32_t x, Value north, Value west,
             Value northWest) const;

  NeedlemanWunschShape shape_;
  std::size_t words_ = 0;
  std::vector<Value> field_, grid_;
  std::vector<LocalMemory> local_;              ///< by sub-grid under way
  std::vector<std::vector<LocationId>> lines_;  ///< by warp
  std::vector<std::uint64_t> launches_;
  std::uint32_t read_ = 0, write_ = 0;
};

}  // namespace hrfcheck::inline machine
