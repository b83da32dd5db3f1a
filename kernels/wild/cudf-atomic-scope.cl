// NVIDIA/cudf pull request 16051 (2024): thread blocks count into one output by atomics whose scope is the block.
// Two such atomics of different blocks are no atomics to each other.

kernel void count(global atomic_int* valid) {
  atomic_fetch_add_explicit(valid, 1, memory_order_relaxed, memory_scope_work_group);
}

kernel void count_fixed(global atomic_int* valid) {
  atomic_fetch_add_explicit(valid, 1, memory_order_relaxed, memory_scope_device);
}

//# launch 2x1
//# forall (valid = 2)

//# test cudf-atomic-scope
//# kernel count

//# test cudf-atomic-scope-fixed
//# kernel count_fixed
