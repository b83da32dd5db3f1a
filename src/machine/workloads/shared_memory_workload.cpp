#include "machine/workloads/shared_memory_workload.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace hrfcheck::inline machine {

void LocalMemory::execute(Access& access) {
  access.locked = 0;
  for (std::uint32_t rest = access.active; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<std::size_t>(std::countr_zero(rest));
    Value& word = words_[access.word[lane]];
    const std::size_t bit = access.word[lane] % kLockBits;
    switch (access.kind) {
      case Access::Kind::LockLoad:
        access.locked |= taken_[bit] ? 0U : 1U << lane;
        taken_[bit] = used_[bit] = true;
        access.value[lane] = word;
        break;
      case Access::Kind::Load:
        access.value[lane] = word;
        break;
      case Access::Kind::UnlockStore:
        taken_[bit] = false;
        word = access.value[lane];
        break;
      case Access::Kind::Store:
        word = access.value[lane];
        break;
    }
  }
}

std::uint64_t LocalMemory::passes(const Access& access) {
  constexpr std::size_t kNone = kWarpLanes;
  std::array<std::size_t, kWarpLanes> last{};  // by bank: the last lane with another word of it
  std::array<std::size_t, kWarpLanes> before{};
  std::array<std::uint64_t, kWarpLanes> words{};
  last.fill(kNone);
  std::uint64_t most = 1;
  for (std::uint32_t rest = access.active; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<std::size_t>(std::countr_zero(rest));
    const std::size_t bank = access.word[lane] % kWarpLanes;
    std::size_t same = last[bank];
    while (same != kNone && access.word[same] != access.word[lane]) {
      same = before[same];
    }
    if (same == kNone) {
      before[lane] = std::exchange(last[bank], lane);
      most = std::max(most, ++words[bank]);
    }
  }
  return most;
}

namespace {

/// Instructions that access nothing, each a cycle: those of Listing 3 around the accesses of an atomic.
constexpr std::uint64_t kAtomicTurn = 4;

}  // namespace

void SharedMemoryWorkload::onScratchpad(ThreadId t) {
  now_[t].first->execute(*now_[t].second);
}

Part<bool> SharedMemoryWorkload::execute(WorkItem& me, ThreadId t, Shared where, Access& access) {
  now_[t] = {where.local, &access};
  co_await me.scratchpad(where.processor, LocalMemory::passes(access));
  co_return true;
}

Part<std::uint32_t> SharedMemoryWorkload::atomic(WorkItem& me, ThreadId t, Shared where, Atomic what,
                                                 Access words) {
  std::uint32_t free = 0;
  const Access wanted = words;
  while (words.active != 0) {
    words.kind = Access::Kind::LockLoad;
    co_await execute(me, t, where, words);
    Access store = wanted;
    store.kind = Access::Kind::UnlockStore;
    store.active = words.locked;
    for (std::uint32_t x = 0; x < kWarpLanes; ++x) {
      if (((words.locked >> x) & 1U) == 0) {
        continue;
      }
      free |= words.value[x] == 0 ? 1U << x : 0;
      store.value[x] = what == Atomic::CompareSwap && words.value[x] != 0 ? words.value[x] : wanted.value[x];
    }
    if (store.active != 0) {
      co_await execute(me, t, where, store);
    }
    words.active &= ~store.active;
    co_await me.compute(kAtomicTurn);
  }
  co_return free;
}

}  // namespace hrfcheck::inline machine
