// Each work-group counts in local memory, and adds its counts to those of all groups.

#define BINS 2

kernel void count(global const int* values, global atomic_int* bins) {
  local atomic_int mine[BINS];
  int lid = get_local_id(0);
  if (lid < BINS) {
    atomic_store_explicit(&mine[lid], 0, memory_order_relaxed, memory_scope_work_group);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_fetch_add_explicit(&mine[values[get_global_id(0)]], 1, memory_order_relaxed, memory_scope_work_group);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (lid < BINS) {
    int n = atomic_load_explicit(&mine[lid], memory_order_relaxed, memory_scope_work_group);
    atomic_fetch_add_explicit(&bins[lid], n, memory_order_relaxed, memory_scope_device);
  }
}

// Without the second barrier a group may add its counts before it has counted.
kernel void count_too_early(global const int* values, global atomic_int* bins) {
  local atomic_int mine[BINS];
  int lid = get_local_id(0);
  if (lid < BINS) {
    atomic_store_explicit(&mine[lid], 0, memory_order_relaxed, memory_scope_work_group);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_fetch_add_explicit(&mine[values[get_global_id(0)]], 1, memory_order_relaxed, memory_scope_work_group);
  if (lid < BINS) {
    int n = atomic_load_explicit(&mine[lid], memory_order_relaxed, memory_scope_work_group);
    atomic_fetch_add_explicit(&bins[lid], n, memory_order_relaxed, memory_scope_device);
  }
}

//# launch 2x2
//# init values[4] = {0, 1, 1, 1}; bins[BINS]
//# forall (bins[0] = 1 /\ bins[1] = 3)

//# test histogram
//# kernel count

//# test histogram-too-early
//# kernel count_too_early
