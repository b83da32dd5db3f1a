#include "machine/workloads/warp_chain.h"

#include <algorithm>

#include "util/enum_names.h"

namespace hrfcheck::inline machine {
namespace {

constexpr std::uint32_t kEveryLane = ~0U, kFirstLane = 1;
constexpr std::size_t kMutexesFrom = WarpChainWorkload::kWarps * kWarpLanes;  // behind A
constexpr std::size_t kChainWords = 2 * kMutexesFrom;
// Instructions that access nothing, each a cycle.
constexpr std::uint64_t kAdd = 1;
constexpr std::uint64_t kIsFirstWarp = 2;  // ISETP, BRA: Listing 13, 0x100
constexpr std::uint64_t kBranch = 1;       // Listing 13, 0x118
constexpr std::uint64_t kMutexTaken = 2;   // ISETP, BRA: Listing 3, 0x90
constexpr std::uint64_t kVote = 2;         // VOTE, BRA: Listing 9, 0x18
constexpr std::uint64_t kIsFirstLane = 2;  // S2R, ISETP: Listing 9, Unlock

}  // namespace

constexpr std::array kChainSchemeNames{
    EnumName{ChainScheme::AtomicLocks, "atom lock"}, EnumName{ChainScheme::WarpBarriers, "warp barr"},
    EnumName{ChainScheme::SharedLocks, "shrd lock"}, EnumName{ChainScheme::LockBits, "tiny lock"},
    EnumName{ChainScheme::WarpVotes, "warp vote"}};
static_assert(coversUpTo(kChainSchemeNames, ChainScheme::WarpVotes));

const char* nameOf(ChainScheme scheme) {
  return nameIn(kChainSchemeNames, scheme);
}

WarpChainWorkload::WarpChainWorkload(ChainScheme scheme)
    : SharedMemoryWorkload({1, kWarps}), scheme_(scheme), shared_(kChainWords), where_{&shared_, 0} {}

WarpChainWorkload::Access WarpChainWorkload::wordsOf(std::size_t warp) {
  Access access{Access::Kind::Load, kEveryLane, {}, {}, 0};
  for (std::uint32_t lane = 0; lane < kWarpLanes; ++lane) {
    access.word[lane] = static_cast<std::uint32_t>(warp * kWarpLanes) + lane;
  }
  return access;
}

bool WarpChainWorkload::hasMutexes() const {
  return scheme_ == ChainScheme::AtomicLocks || scheme_ == ChainScheme::SharedLocks;
}

WarpChainWorkload::Access WarpChainWorkload::locksOf(std::size_t warp) const {
  Access access = wordsOf(warp);
  const auto from = static_cast<std::uint32_t>(hasMutexes() ? kMutexesFrom : 0);
  for (std::uint32_t& word : access.word) {
    word += from;
  }
  if (scheme_ == ChainScheme::SharedLocks) {
    access.active = kFirstLane;
    access.word[0] = from + static_cast<std::uint32_t>(warp);
  } else if (scheme_ == ChainScheme::WarpVotes) {
    access.word.fill(access.word[0]);
  }
  access.value.fill(1);
  return access;
}

std::size_t WarpChainWorkload::lockBytes() const {
  constexpr std::size_t kBytesOfWord = 4;
  return hasMutexes() ? lockBits() * kBytesOfWord : 0;
}

std::vector<Value> WarpChainWorkload::sums() const {
  const Access last = wordsOf(kWarps - 1);
  std::vector<Value> result;
  for (const std::uint32_t word : last.word) {
    result.push_back(shared_.words()[word]);
  }
  return result;
}

std::vector<Value> WarpChainWorkload::reference() const {
  std::vector<Value> result(kWarpLanes);
  for (std::size_t i = 0; i < kWarps * kWarpLanes; ++i) {
    result[i % kWarpLanes] += static_cast<Value>(i);
  }
  return result;
}

/// Producers take their own locks before anybody waits for them.
Part<bool> WarpChainWorkload::prepare(WorkItem& me, ThreadId warp) {
  if (hasMutexes()) {
    co_await spin(me, warp, locksOf(warp));
  } else if (scheme_ != ChainScheme::WarpBarriers) {
    Access lock = locksOf(warp);
    lock.kind = Access::Kind::LockLoad;
    co_await execute(me, warp, where_, lock);
  }
  co_await me.barrier(kWarps, kWarps);
  co_return true;
}

/// Listing 2's lock, for all lanes at once.
Part<bool> WarpChainWorkload::spin(WorkItem& me, ThreadId warp, Access mutexes) {
  while (mutexes.active != 0) {
    mutexes.active &= ~co_await atomic(me, warp, where_, Atomic::CompareSwap, mutexes);
    co_await me.compute(kMutexTaken);
  }
  co_return true;
}

/// Until the warp before is done. Lock bits bring its words along (Listing 13); the other schemes load them
/// afterwards.
Part<bool> WarpChainWorkload::await(WorkItem& me, ThreadId warp) {
  Access lock = locksOf(warp - 1);
  switch (scheme_) {
    case ChainScheme::AtomicLocks:
      co_await spin(me, warp, lock);
      break;
    case ChainScheme::SharedLocks:
      co_await me.compute(kIsFirstLane);
      co_await spin(me, warp, lock);
      break;
    case ChainScheme::WarpBarriers:
      co_await me.barrier(static_cast<std::uint32_t>(warp - 1), 2);
      break;
    case ChainScheme::LockBits:
      lock.kind = Access::Kind::LockLoad;
      while (lock.active != 0) {
        co_await execute(me, warp, where_, lock);
        lock.active &= ~lock.locked;
        co_await me.compute(kBranch);
      }
      break;
    case ChainScheme::WarpVotes:
      lock.kind = Access::Kind::LockLoad;
      do {
        co_await execute(me, warp, where_, lock);
        co_await me.compute(kVote);
      } while (lock.locked == 0);
      break;
  }
  co_return true;
}

/// The warp's own locks, for the next one, and those that it has waited for ("finalize").
/// @param previous the words of the warp before with their values; no lane is active in the first warp
Part<bool> WarpChainWorkload::release(WorkItem& me, ThreadId warp, Access previous) {
  const auto unlock = [](Access locks, std::uint32_t lanes) {
    locks.active &= lanes;
    locks.value.fill(0);
    return locks;
  };
  if (hasMutexes()) {
    if (scheme_ == ChainScheme::SharedLocks) {
      co_await me.compute(kIsFirstLane);
    }
    co_await atomic(me, warp, where_, Atomic::Exchange, unlock(locksOf(warp), kEveryLane));
    if (warp > 0) {
      co_await atomic(me, warp, where_, Atomic::Exchange, unlock(locksOf(warp - 1), kEveryLane));
    }
  } else if (scheme_ == ChainScheme::WarpBarriers) {
    if (warp + 1 < kWarps) {
      co_await me.barrier(static_cast<std::uint32_t>(warp), 2);
    }
  } else if (warp > 0) {
    previous.kind = Access::Kind::UnlockStore;
    previous.active = scheme_ == ChainScheme::WarpVotes ? kFirstLane : kEveryLane;
    co_await execute(me, warp, where_, previous);
  }
  co_return true;
}

WorkCode WarpChainWorkload::codeOf(WorkItem& me, ThreadId warp) {
  co_await prepare(me, warp);
  if (warp == 0) {
    begin_ = static_cast<std::uint64_t>(co_await me.clock());
  }
  co_await me.compute(kIsFirstWarp);
  Access previous = wordsOf(warp == 0 ? 0 : warp - 1);
  previous.active = warp == 0 ? 0 : kEveryLane;
  if (warp > 0) {
    co_await await(me, warp);
    if (scheme_ == ChainScheme::LockBits) {
      for (std::uint32_t lane = 0; lane < kWarpLanes; ++lane) {
        previous.value[lane] = shared_.words()[previous.word[lane]];  // in R1, by the LDSLK that got the bit
      }
    } else {
      co_await execute(me, warp, where_, previous);
    }
  }
  co_await me.compute(kAdd);
  Access own = wordsOf(warp);
  for (std::uint32_t lane = 0; lane < kWarpLanes; ++lane) {
    own.value[lane] = previous.value[lane] + static_cast<Value>(warp * kWarpLanes + lane);
  }
  own.kind = scheme_ == ChainScheme::LockBits ? Access::Kind::UnlockStore : Access::Kind::Store;
  if (scheme_ == ChainScheme::WarpVotes) {
    own.active &= ~kFirstLane;
    co_await execute(me, warp, where_, own);
    co_await me.compute(kIsFirstLane);
    own.active = kFirstLane;
    own.kind = Access::Kind::UnlockStore;
  }
  co_await execute(me, warp, where_, own);
  co_await release(me, warp, previous);
  end_ = std::max(end_, static_cast<std::uint64_t>(co_await me.clock()));
  co_return true;
}

}  // namespace hrfcheck::inline machine
