// kokkos/kokkos pull request 2666 and issue 2681 (2020): the last work-group to arrive combines the results of all. The
// fence of the device between a group's result and its arrival was missing; very rarely, a scan was wrong.

kernel void reduce(global int* partial, global atomic_int* arrived, global int* total) {
  int group = get_group_id(0);
  partial[group] = group + 1;
  if (atomic_fetch_add_explicit(arrived, 1, memory_order_relaxed, memory_scope_device) == 1) {
    *total = partial[0] + partial[1];
  }
}

kernel void reduce_fixed(global int* partial, global atomic_int* arrived, global int* total) {
  int group = get_group_id(0);
  partial[group] = group + 1;
  atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_seq_cst, memory_scope_device);
  int before = atomic_fetch_add_explicit(arrived, 1, memory_order_relaxed, memory_scope_device);
  atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_seq_cst, memory_scope_device);
  if (before == 1) {
    *total = partial[0] + partial[1];
  }
}

// A fence of the producers alone is not enough for the model: the last group's loads may be early.
kernel void reduce_half_fixed(global int* partial, global atomic_int* arrived, global int* total) {
  int group = get_group_id(0);
  partial[group] = group + 1;
  atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_seq_cst, memory_scope_device);
  if (atomic_fetch_add_explicit(arrived, 1, memory_order_relaxed, memory_scope_device) == 1) {
    *total = partial[0] + partial[1];
  }
}

//# launch 2x1
//# init partial[2]
//# forall (total = 3)

//# test kokkos-scan-last-block
//# kernel reduce

//# test kokkos-scan-last-block-fixed
//# kernel reduce_fixed

//# test kokkos-scan-last-block-half-fixed
//# kernel reduce_half_fixed
