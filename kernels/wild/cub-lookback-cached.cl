// NVIDIA/cub issue 591 (2022), a question: how does the look-back of CUB's scan avoid stale lines of the first-level
// cache? By loads that go past it (LOAD_CG) and a fence of the device on both sides. Loads past the cache are relaxed
// atomics here; with ordinary loads of the status, which may be cached, the same code is wrong.

#define PARTIAL 1

kernel void lookback(global atomic_int* status, global int* partial, global int* before) {
  int tile = get_group_id(0);
  partial[tile] = 5 + tile;
  atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_seq_cst, memory_scope_device);
  atomic_store_explicit(&status[tile], PARTIAL, memory_order_relaxed, memory_scope_device);
  if (tile > 0) {
    int seen;
    do {
      seen = atomic_load_explicit(&status[tile - 1], memory_order_relaxed, memory_scope_device);
      atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_seq_cst, memory_scope_device);
    } while (seen != PARTIAL);
    before[tile] = partial[tile - 1];
  }
}

kernel void lookback_cached(global int* status, global int* partial, global int* before) {
  int tile = get_group_id(0);
  partial[tile] = 5 + tile;
  atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_seq_cst, memory_scope_device);
  status[tile] = PARTIAL;
  if (tile > 0) {
    int seen = status[tile - 1];
    atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_seq_cst, memory_scope_device);
    if (seen == PARTIAL) {
      before[tile] = partial[tile - 1];
    }
  }
}

//# launch 2x1
//# init status[2]; partial[2]; before[2] = {0, 5}
//# forall (before[1] = 5)

//# test cub-lookback
//# kernel lookback

//# test cub-lookback-cached
//# kernel lookback_cached
