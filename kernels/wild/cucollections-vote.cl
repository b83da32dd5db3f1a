// NVIDIA/cuCollections pull request 337 (2023): one lane of a group resets a counter in shared memory, and the lanes go
// on to a warp vote and count. A vote tells the lanes something of each other's registers; it orders no memory, so that
// a lane may count before the reset. (The vote is left out here, as it has no part in memory.)

kernel void buffer(global int* size) {
  local atomic_int counter;
  if (get_local_id(0) == 0) {
    atomic_init(&counter, 0);
  }
  atomic_fetch_add_explicit(&counter, 1, memory_order_relaxed, memory_scope_work_group);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 0) {
    *size = atomic_load_explicit(&counter, memory_order_relaxed, memory_scope_work_group);
  }
}

// As repaired: a barrier after the reset.
kernel void buffer_fixed(global int* size) {
  local atomic_int counter;
  if (get_local_id(0) == 0) {
    atomic_init(&counter, 0);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_fetch_add_explicit(&counter, 1, memory_order_relaxed, memory_scope_work_group);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 0) {
    *size = atomic_load_explicit(&counter, memory_order_relaxed, memory_scope_work_group);
  }
}

//# launch 1x2
//# forall (size = 2)

//# test cucollections-vote
//# kernel buffer

//# test cucollections-vote-fixed
//# kernel buffer_fixed
