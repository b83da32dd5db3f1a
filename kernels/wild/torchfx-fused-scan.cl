// matteospanio/torchfx issue 96 (2026): the status of tiles is an ordinary array, neither volatile nor atomic, and there
// is no fence between the aggregate and the status; what worked relied on side effects of another atomic operation.

#define AGGREGATE 1

kernel void scan(global int* status, global int* aggregate, global int* before) {
  int tile = get_group_id(0);
  aggregate[tile] = 5 + tile;
  status[tile] = AGGREGATE;
  if (tile > 0 && status[tile - 1] == AGGREGATE) {
    before[tile] = aggregate[tile - 1];
  }
}

// As proposed there: atomic accesses of the status, and a fence on both sides.
kernel void scan_fixed(global atomic_int* status, global int* aggregate, global int* before) {
  int tile = get_group_id(0);
  aggregate[tile] = 5 + tile;
  atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_release, memory_scope_device);
  atomic_store_explicit(&status[tile], AGGREGATE, memory_order_relaxed, memory_scope_device);
  if (tile > 0 && atomic_load_explicit(&status[tile - 1], memory_order_relaxed, memory_scope_device) == AGGREGATE) {
    atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acquire, memory_scope_device);
    before[tile] = aggregate[tile - 1];
  }
}

// A fence alone leaves the race on the status, atomic accesses alone the one on the aggregate.
kernel void scan_fence_only(global int* status, global int* aggregate, global int* before) {
  int tile = get_group_id(0);
  aggregate[tile] = 5 + tile;
  atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_seq_cst, memory_scope_device);
  status[tile] = AGGREGATE;
  if (tile > 0 && status[tile - 1] == AGGREGATE) {
    atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_seq_cst, memory_scope_device);
    before[tile] = aggregate[tile - 1];
  }
}

//# launch 2x1
//# init status[2]; aggregate[2]; before[2] = {0, 5}
//# forall (before[1] = 5)

//# test torchfx-fused-scan
//# kernel scan

//# test torchfx-fused-scan-fixed
//# kernel scan_fixed

//# test torchfx-fused-scan-fence-only
//# kernel scan_fence_only
