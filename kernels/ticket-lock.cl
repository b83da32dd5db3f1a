// Work-groups take tickets and wait until theirs is served; what the lock protects is ordinary.

kernel void count(global atomic_int* next, global atomic_int* serving, global int* counter) {
  int ticket = atomic_fetch_add_explicit(next, 1, memory_order_relaxed, memory_scope_device);
  while (atomic_load_explicit(serving, memory_order_acquire, memory_scope_device) != ticket) {
  }
  *counter = *counter + 1;
  atomic_store_explicit(serving, ticket + 1, memory_order_release, memory_scope_device);
}

// The next holder may not see what this one has written.
kernel void count_relaxed(global atomic_int* next, global atomic_int* serving, global int* counter) {
  int ticket = atomic_fetch_add_explicit(next, 1, memory_order_relaxed, memory_scope_device);
  while (atomic_load_explicit(serving, memory_order_acquire, memory_scope_device) != ticket) {
  }
  *counter = *counter + 1;
  atomic_store_explicit(serving, ticket + 1, memory_order_relaxed, memory_scope_device);
}

//# launch 3x1
//# forall (counter = 3)
//# terminates unfair=N hsa=N obe=Y fair=Y

//# test ticket-lock
//# kernel count

//# test ticket-lock-relaxed
//# kernel count_relaxed
