// Test and test-and-set: work-groups read the lock until it looks free, and only then try to take it.

void lock(global atomic_int* taken) {
  int seen = 1;
  do {
    while (atomic_load_explicit(taken, memory_order_relaxed, memory_scope_device) == 1) {
    }
    seen = 0;
  } while (!atomic_compare_exchange_strong_explicit(taken, &seen, 1, memory_order_acquire, memory_order_relaxed,
                                                    memory_scope_device));
}

kernel void count(global atomic_int* taken, global int* counter) {
  lock(taken);
  *counter = *counter + 1;
  atomic_store_explicit(taken, 0, memory_order_release, memory_scope_device);
}

// What the holder has written is released to its own work-group only.
kernel void count_for_own_group(global atomic_int* taken, global int* counter) {
  lock(taken);
  *counter = *counter + 1;
  atomic_store_explicit(taken, 0, memory_order_release, memory_scope_work_group);
}

//# launch 2x1
//# forall (counter = 2)
//# terminates unfair=N hsa=N obe=Y fair=Y

//# test ttas-lock
//# kernel count

//# test ttas-lock-work-group
//# kernel count_for_own_group
