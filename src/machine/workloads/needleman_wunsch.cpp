#include "machine/workloads/needleman_wunsch.h"

#include <algorithm>
#include <utility>

#include "util/random.h"

namespace hrfcheck::inline machine {
namespace {

constexpr std::size_t kBlocksOfProcessor = 8;  // section 6: "an SM can sustain 8 thread blocks at a time"
constexpr Value kPenalty = 1;                  // k; the field p is from -1 to 1: ours
constexpr std::uint32_t kAll = 0xFFFFFFFEU;    // lanes: the first has the first column
constexpr std::uint32_t kAcross = 32;          // points of a sub-grid, with its first row or column
constexpr std::uint32_t kMutexes = 32 * 32;    // atomic locks are placed after the points
// Instructions that access nothing, each a cycle: those of Listing 15 between its accesses.
constexpr std::uint64_t kFire = 8, kTurn = 2;

std::uint32_t bitOf(std::uint32_t lane) {
  return 1U << lane;
}

/// Of a sub-grid's line y in the grid.
std::size_t lineOf(std::uint32_t block, std::uint32_t y) {
  return std::size_t{block} * (kAcross - 1) + y;
}

}  // namespace

const char* nameOf(WavefrontScheme scheme) {
  switch (scheme) {
    case WavefrontScheme::AtomicLocks:
      return "atomic locks";
    case WavefrontScheme::Diagonals:
      return "diagonals";
    case WavefrontScheme::LockBits:
      return "lock bits";
  }
  return "";
}

NeedlemanWunschWorkload::NeedlemanWunschWorkload(const NeedlemanWunschShape& shape)
    : SharedMemoryWorkload(
          {shape.processors, shape.scheme == WavefrontScheme::Diagonals ? kBlocksOfProcessor : kSide}),
      shape_(shape),
      words_(2 * std::size_t{stride()} * stride()),
      grid_(std::size_t{stride()} * stride()),
      lines_(wavefronts()),
      read_(loads()),
      write_(stores()) {
  Random random(shape.seed);
  for (std::size_t i = 0; i < grid_.size(); ++i) {
    field_.push_back(static_cast<Value>(random.below(3)) - 1);
  }
  for (std::uint32_t i = 0; i < stride(); ++i) {
    grid_[i] = grid_[std::size_t{i} * stride()] = -kPenalty * static_cast<Value>(i);
  }
  const std::size_t blocks = wavefronts() / warpsOfBlock();
  local_.assign(blocks, LocalMemory(std::size_t{2} * kSide * kSide));
}

Value& NeedlemanWunschWorkload::at(const Block& block, std::uint32_t y, std::uint32_t x) {
  return grid_[lineOf(block.row, y) * stride() + lineOf(block.column, x)];
}

Value NeedlemanWunschWorkload::field(const Block& block, std::uint32_t y, std::uint32_t x) const {
  return field_[lineOf(block.row, y) * stride() + lineOf(block.column, x)];
}

Value NeedlemanWunschWorkload::best(const Block& block, std::uint32_t y, std::uint32_t x, Value north,
                                    Value west, Value northWest) const {
  return std::max({west - kPenalty, northWest + field(block, y, x), north - kPenalty});
}

std::vector<Value> NeedlemanWunschWorkload::reference() const {
  std::vector<Value> s = grid_;
  const std::size_t n = stride();
  for (std::size_t y = 1; y < n; ++y) {
    for (std::size_t x = 1; x < n; ++x) {
      s[y * n + x] = std::max({s[y * n + x - 1] - kPenalty, s[(y - 1) * n + x - 1] + field_[y * n + x],
                               s[(y - 1) * n + x] - kPenalty});
    }
  }
  return s;
}

std::uint32_t NeedlemanWunschWorkload::blocksOf(std::uint32_t diagonal) const {
  return std::min(diagonal, 2 * shape_.side - 2 - diagonal) + 1;
}

std::size_t NeedlemanWunschWorkload::turns() const {
  std::size_t turns = 0;
  for (std::uint32_t diagonal = 0; diagonal + 1 < 2 * shape_.side; ++diagonal) {
    turns += (blocksOf(diagonal) + local_.size() - 1) / local_.size();
  }
  return turns;
}

/// Diagonals of sub-grids, one launch after the other; everyone meets between them.
WorkCode NeedlemanWunschWorkload::codeOf(WorkItem& me, ThreadId t) {
  const auto everyone = static_cast<std::uint32_t>(placement().groups + local_.size());
  const std::size_t mine = t / warpsOfBlock();
  Value began = 0;
  for (std::uint32_t diagonal = 0; diagonal + 1 < 2 * shape_.side; ++diagonal) {
    const std::uint32_t first = diagonal < shape_.side ? 0 : diagonal - shape_.side + 1;
    const std::uint32_t last = first + blocksOf(diagonal) - 1;
    // Neighbouring blocks go to different processors.
    const std::size_t slots = local_.size(), processors = placement().groups;
    const std::size_t slot = (mine % (slots / processors)) * processors + mine / (slots / processors);
    for (std::size_t row = first + slot; row <= last; row += slots) {
      const Block block{{&local_[mine], static_cast<std::uint32_t>(groupOf(t))},
                        static_cast<std::uint32_t>(row),
                        static_cast<std::uint32_t>(diagonal - row)};
      co_await compute(me, t, block);
    }
    co_await me.barrier(everyone, wavefronts());
    if (t == 0) {
      const Value now = co_await me.clock();
      launches_.push_back(static_cast<std::uint64_t>(now - std::exchange(began, now)));
    }
  }
  co_return true;
}

/// A warp's part of a sub-grid: read from memory, computed in shared memory, written back.
Part<bool> NeedlemanWunschWorkload::compute(WorkItem& me, ThreadId t, Block block) {
  const bool alone = warpsOfBlock() == 1;
  const std::uint32_t row = alone ? 0 : static_cast<std::uint32_t>(wavefrontOf(t));
  const std::uint32_t rows = alone ? kSide : 1;
  co_await transfer(me, block, row, rows, false);
  for (std::uint32_t y = row; y < row + rows; ++y) {
    Access fill{Access::Kind::Store, ~0U, {}, {}, 0};
    for (std::uint32_t x = 0; x < kSide; ++x) {
      fill.word[x] = y * kSide + x;
      fill.value[x] = y == 0 || x == 0 ? at(block, y, x) : 0;
    }
    co_await execute(me, t, block, fill);
  }
  if (alone) {
    co_await byDiagonals(me, t, block);
  } else if (shape_.scheme == WavefrontScheme::LockBits) {
    co_await byLockBits(me, t, block, row);
  } else {
    co_await byAtomicLocks(me, t, block, row);
  }
  for (std::uint32_t y = std::max(1U, row); y < row + rows; ++y) {
    Access result{Access::Kind::Load, kAll, {}, {}, 0};
    for (std::uint32_t x = 0; x < kSide; ++x) {
      result.word[x] = y * kSide + x;
    }
    co_await execute(me, t, block, result);
    for (std::uint32_t x = 1; x < kSide; ++x) {
      at(block, y, x) = result.value[x];
    }
  }
  co_await transfer(me, block, row, rows, true);
  co_return true;
}

/// Rows of the reference field, or of results.
Part<bool> NeedlemanWunschWorkload::transfer(WorkItem& me, Block block, std::uint32_t firstRow,
                                             std::uint32_t rows, bool store) {
  std::vector<LocationId> lines;
  for (std::uint32_t y = firstRow; y < firstRow + rows; ++y) {
    const std::size_t base =
        (store ? grid_.size() : 0) + lineOf(block.row, y) * stride() + lineOf(block.column, 0);
    const auto word = static_cast<LocationId>(base);
    lines.clear();
    for (LocationId line = word / kLineWords + 1; line * kLineWords < word + kSide; ++line) {
      lines.push_back(line * kLineWords);
    }
    if (store) {
      co_await me.store(write_, word, 1, &lines);
    } else {
      co_await me.load(read_, word, &lines);
    }
  }
  co_return true;
}

Part<bool> NeedlemanWunschWorkload::byDiagonals(WorkItem& me, ThreadId t, Block block) {
  for (std::uint32_t d = 2; d <= 2 * (kSide - 1); ++d) {
    Access north{Access::Kind::Load, 0, {}, {}, 0};
    for (std::uint32_t y = d < kSide ? 1 : d - kSide + 1; y < std::min(d, kSide); ++y) {
      north.active |= bitOf(y);
      north.word[y] = (y - 1) * kSide + d - y;
    }
    Access west = north, northWest = north, self = north;
    self.kind = Access::Kind::Store;
    for (std::uint32_t y = 1; y < kSide; ++y) {
      west.word[y] = north.word[y] + kSide - 1;
      northWest.word[y] = north.word[y] - 1;
      self.word[y] = north.word[y] + kSide;
    }
    co_await execute(me, t, block, north);
    co_await execute(me, t, block, west);
    co_await execute(me, t, block, northWest);
    co_await me.compute(kFire);
    for (std::uint32_t y = 1; y < kSide; ++y) {
      if ((self.active & bitOf(y)) != 0) {
        self.value[y] = best(block, y, d - y, north.value[y], west.value[y], northWest.value[y]);
      }
    }
    co_await execute(me, t, block, self);
    co_await me.barrier(static_cast<std::uint32_t>(placement().groups + t), 1);
  }
  co_return true;
}

/// Listing 15; R7 is the word of the lane's point. As printed, a token is restored in every round from the
/// one on in which it was taken (docs/simt.md, "Errors in the listings"); here when it is taken.
Part<bool> NeedlemanWunschWorkload::byLockBits(WorkItem& me, ThreadId t, Block block, std::uint32_t y) {
  const auto barrier = static_cast<std::uint32_t>(placement().groups + t / warpsOfBlock());
  Access self{Access::Kind::LockLoad, y == 0 ? 0 : kAll, {}, {}, 0};
  for (std::uint32_t x = 0; x < kSide; ++x) {
    self.word[x] = y * kSide + x;
  }
  if (y > 0) {
    co_await execute(me, t, block, self);  // "lock self"
  }
  co_await me.barrier(barrier, warpsOfBlock());
  Access west = self, north = self, northWest = self;
  for (std::uint32_t x = 1; x < kSide && y > 0; ++x) {
    west.word[x] = self.word[x] - 1;
    north.word[x] = self.word[x] - kSide;
    northWest.word[x] = north.word[x] - 1;
  }
  northWest.kind = Access::Kind::Load;
  self.kind = Access::Kind::UnlockStore;
  std::uint32_t hasWest = 0, hasNorth = 0, fired = y == 0 ? kAll : 0;
  while (fired != kAll) {
    for (auto [neighbour, has] : {std::pair{&west, &hasWest}, std::pair{&north, &hasNorth}}) {
      Access lock = *neighbour;
      lock.active = kAll & ~*has & ~fired;
      if (lock.active == 0) {
        continue;
      }
      co_await execute(me, t, block, lock);
      *has |= lock.locked;
      for (std::uint32_t x = 1; x < kSide; ++x) {
        neighbour->value[x] = (lock.locked & bitOf(x)) != 0 ? lock.value[x] : neighbour->value[x];
      }
      lock.kind = Access::Kind::UnlockStore;  // "restore token"
      lock.active = lock.locked;
      if (lock.active != 0) {
        co_await execute(me, t, block, lock);
      }
    }
    co_await me.compute(kTurn);
    const std::uint32_t ready = hasWest & hasNorth & ~fired;
    if (ready == 0) {
      continue;
    }
    northWest.active = self.active = ready;
    co_await execute(me, t, block, northWest);
    co_await me.compute(kFire);
    for (std::uint32_t x = 1; x < kSide; ++x) {
      if ((ready & bitOf(x)) != 0) {
        self.value[x] = best(block, y, x, north.value[x], west.value[x], northWest.value[x]);
      }
    }
    co_await execute(me, t, block, self);  // "put self"
    fired |= ready;
  }
  co_await me.barrier(barrier, warpsOfBlock());
  co_return true;
}

/// Listing 14.
Part<bool> NeedlemanWunschWorkload::byAtomicLocks(WorkItem& me, ThreadId t, Block block, std::uint32_t y) {
  const auto barrier = static_cast<std::uint32_t>(placement().groups + t / warpsOfBlock());
  Access self{Access::Kind::Load, y == 0 ? 0 : kAll, {}, {}, 0};
  Access mutex = self;
  for (std::uint32_t x = 0; x < kSide; ++x) {
    self.word[x] = y * kSide + x;
    mutex.word[x] = kMutexes + self.word[x];
    mutex.value[x] = 1;
  }
  co_await atomic(me, t, block, Atomic::Exchange, mutex);  // "lock(&mutex[ty][tx])"
  co_await me.barrier(barrier, warpsOfBlock());
  std::array<Access, 2> near = {self, self}, locks = {mutex, mutex};
  const std::array<std::uint32_t, 2> away = {1, kSide};
  for (std::size_t i = 0; i < 2 && y > 0; ++i) {
    for (std::uint32_t x = 1; x < kSide; ++x) {
      near[i].word[x] -= away[i];
      locks[i].word[x] -= away[i];
    }
  }
  std::array<std::uint32_t, 2> has = {0, 0};
  std::uint32_t fired = y == 0 ? kAll : 0;
  while (fired != kAll) {
    for (std::size_t i = 0; i < 2; ++i) {
      Access lock = locks[i];
      lock.active = kAll & ~has[i] & ~fired;
      const std::uint32_t got = co_await atomic(me, t, block, Atomic::Exchange, lock);
      if (got == 0) {
        continue;
      }
      Access operand = near[i];
      operand.active = got;
      co_await execute(me, t, block, operand);
      for (std::uint32_t x = 1; x < kSide; ++x) {
        near[i].value[x] = (got & bitOf(x)) != 0 ? operand.value[x] : near[i].value[x];
      }
      has[i] |= got;
      lock.active = got;
      lock.value.fill(0);
      co_await atomic(me, t, block, Atomic::Exchange, lock);
    }
    co_await me.compute(kTurn);
    const std::uint32_t ready = has[0] & has[1] & ~fired;
    if (ready == 0) {
      continue;
    }
    Access northWest = near[1];
    northWest.active = ready;
    for (std::uint32_t x = 1; x < kSide; ++x) {
      --northWest.word[x];
    }
    co_await execute(me, t, block, northWest);
    co_await me.compute(kFire);
    Access put = self;
    put.kind = Access::Kind::Store;
    put.active = ready;
    for (std::uint32_t x = 1; x < kSide; ++x) {
      if ((ready & bitOf(x)) != 0) {
        put.value[x] = best(block, y, x, near[1].value[x], near[0].value[x], northWest.value[x]);
      }
    }
    co_await execute(me, t, block, put);
    Access unlock = mutex;
    unlock.active = ready;
    unlock.value.fill(0);
    co_await atomic(me, t, block, Atomic::Exchange, unlock);
    fired |= ready;
  }
  co_await me.barrier(barrier, warpsOfBlock());
  co_return true;
}

}  // namespace hrfcheck::inline machine
