// A lock for readers that never wait for each other: the writer makes the version odd while it writes, and readers try
// again when the version has changed or is odd. The data are atomic: readers may look while they are written.

// What was read is both parts of one version.
kernel void both(global atomic_uint* version, global atomic_int* data, global int* seen) {
  if (get_group_id(0) == 0) {
    atomic_store_explicit(version, 1, memory_order_relaxed, memory_scope_device);
    atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_release, memory_scope_device);
    atomic_store_explicit(&data[0], 5, memory_order_relaxed, memory_scope_device);
    atomic_store_explicit(&data[1], 5, memory_order_relaxed, memory_scope_device);
    atomic_store_explicit(version, 2, memory_order_release, memory_scope_device);
  } else {
    uint before;
    uint after;
    int first;
    int second;
    do {
      before = atomic_load_explicit(version, memory_order_acquire, memory_scope_device);
      first = atomic_load_explicit(&data[0], memory_order_relaxed, memory_scope_device);
      second = atomic_load_explicit(&data[1], memory_order_relaxed, memory_scope_device);
      atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acquire, memory_scope_device);
      after = atomic_load_explicit(version, memory_order_relaxed, memory_scope_device);
    } while (before != after || before % 2 == 1);
    seen[0] = first;
    seen[1] = second;
  }
}

// Without the fence the version may be read before the data.
kernel void both_unfenced(global atomic_uint* version, global atomic_int* data, global int* seen) {
  if (get_group_id(0) == 0) {
    atomic_store_explicit(version, 1, memory_order_relaxed, memory_scope_device);
    atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_release, memory_scope_device);
    atomic_store_explicit(&data[0], 5, memory_order_relaxed, memory_scope_device);
    atomic_store_explicit(&data[1], 5, memory_order_relaxed, memory_scope_device);
    atomic_store_explicit(version, 2, memory_order_release, memory_scope_device);
  } else {
    uint before;
    uint after;
    int first;
    int second;
    do {
      before = atomic_load_explicit(version, memory_order_acquire, memory_scope_device);
      first = atomic_load_explicit(&data[0], memory_order_relaxed, memory_scope_device);
      second = atomic_load_explicit(&data[1], memory_order_relaxed, memory_scope_device);
      after = atomic_load_explicit(version, memory_order_relaxed, memory_scope_device);
    } while (before != after || before % 2 == 1);
    seen[0] = first;
    seen[1] = second;
  }
}

// Ordinary data race with the writer, even where the reader throws away what it has read.
kernel void ordinary_data(global atomic_uint* version, global int* data, global int* seen) {
  if (get_group_id(0) == 0) {
    atomic_store_explicit(version, 1, memory_order_relaxed, memory_scope_device);
    atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_release, memory_scope_device);
    data[0] = 5;
    data[1] = 5;
    atomic_store_explicit(version, 2, memory_order_release, memory_scope_device);
  } else {
    uint before = atomic_load_explicit(version, memory_order_acquire, memory_scope_device);
    int first = data[0];
    int second = data[1];
    atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acquire, memory_scope_device);
    if (atomic_load_explicit(version, memory_order_relaxed, memory_scope_device) == before && before % 2 == 0) {
      seen[0] = first;
      seen[1] = second;
    }
  }
}

//# launch 2x1
//# init data[2]; seen[2]
//# forall (seen[0] = 0 /\ seen[1] = 0 \/ seen[0] = 5 /\ seen[1] = 5)

//# test seqlock
//# kernel both
//# terminates unfair=N hsa=Y obe=Y fair=Y

//# test seqlock-unfenced
//# kernel both_unfenced
//# terminates unfair=N hsa=Y obe=Y fair=Y

//# test seqlock-ordinary
//# kernel ordinary_data
//# terminates unfair=Y hsa=Y obe=Y fair=Y
