// JuliaGPU/AcceleratedKernels.jl pull requests 91, 98 and 116 (2026): a scan with decoupled look-back. Each
// work-group publishes the sum of its tile and then a flag; its successor reads the flag by an atomic operation, and
// the sum by an ordinary load, without a fence on either side. On a small GPU about 40 % of the results were wrong.

#define READY 1

kernel void scan(global const int* in, global int* sum, global atomic_int* flag, global int* before) {
  int tile = get_group_id(0);
  sum[tile] = in[tile];
  atomic_store_explicit(&flag[tile], READY, memory_order_relaxed, memory_scope_device);
  if (tile > 0) {
    while (atomic_load_explicit(&flag[tile - 1], memory_order_relaxed, memory_scope_device) != READY) {
    }
    before[tile] = sum[tile - 1];
  }
}

// As repaired: the sums are atomics, too, and fences of the device order them with the flags.
kernel void scan_fixed(global const int* in, global atomic_int* sum, global atomic_int* flag, global int* before) {
  int tile = get_group_id(0);
  atomic_store_explicit(&sum[tile], in[tile], memory_order_relaxed, memory_scope_device);
  atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_release, memory_scope_device);
  atomic_store_explicit(&flag[tile], READY, memory_order_relaxed, memory_scope_device);
  if (tile > 0) {
    while (atomic_load_explicit(&flag[tile - 1], memory_order_relaxed, memory_scope_device) != READY) {
    }
    atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acquire, memory_scope_device);
    before[tile] = atomic_load_explicit(&sum[tile - 1], memory_order_relaxed, memory_scope_device);
  }
}

// Atomic sums without the fences are no race any more, and still wrong.
kernel void scan_unordered(global const int* in, global atomic_int* sum, global atomic_int* flag, global int* before) {
  int tile = get_group_id(0);
  atomic_store_explicit(&sum[tile], in[tile], memory_order_relaxed, memory_scope_device);
  atomic_store_explicit(&flag[tile], READY, memory_order_relaxed, memory_scope_device);
  if (tile > 0) {
    while (atomic_load_explicit(&flag[tile - 1], memory_order_relaxed, memory_scope_device) != READY) {
    }
    before[tile] = atomic_load_explicit(&sum[tile - 1], memory_order_relaxed, memory_scope_device);
  }
}

//# launch 2x1
//# init in[2] = {5, 7}; sum[2]; flag[2]; before[2]
//# forall (before[1] = 5)

//# test accelerated-kernels-lookback
//# kernel scan

//# test accelerated-kernels-lookback-fixed
//# kernel scan_fixed

//# test accelerated-kernels-lookback-unordered
//# kernel scan_unordered
