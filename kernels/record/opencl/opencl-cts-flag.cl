// KhronosGroup/OpenCL-CTS issue 134, pull request 1283 (2019, 2021): a conformance test has a critical section around global memory,
// whose lock is in local memory, with fences of local memory alone: the global accesses are not ordered with the lock. It failed on
// a conformant GPU. As repaired: the fences name both address spaces. (The lock is an atomic_flag there.)

kernel void critical(global int* owner, local atomic_int* taken) {
  if (atomic_exchange_explicit(taken, 1, memory_order_acquire, memory_scope_work_group) == 0) {
    owner[0] += 1;  // guilty
    atomic_work_item_fence(CLK_LOCAL_MEM_FENCE, memory_order_release, memory_scope_work_group);  // guilty
    atomic_store_explicit(taken, 0, memory_order_relaxed, memory_scope_work_group);
  }
}

kernel void critical_fixed(global int* owner, local atomic_int* taken) {
  if (atomic_exchange_explicit(taken, 1, memory_order_relaxed, memory_scope_work_group) == 0) {
    atomic_work_item_fence(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE, memory_order_acquire, memory_scope_work_group);
    owner[0] += 1;
    atomic_work_item_fence(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE, memory_order_release, memory_scope_work_group);
    atomic_store_explicit(taken, 0, memory_order_relaxed, memory_scope_work_group);
  }
}

//# launch 1x2
//# init owner[1]
//# forall (owner[0] = 1 \/ owner[0] = 2)

//# test opencl-cts-flag
//# kernel critical
//# expect opencl: racy

//# test opencl-cts-flag-fixed
//# kernel critical_fixed
//# expect opencl: race-free, Always
