#include "machine/workloads/shared_memory_workload.h"

namespace hrfcheck::inline machine {
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
