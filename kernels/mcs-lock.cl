// The lock of Mellor-Crummey and Scott (1991): who waits does so at a flag of its own, and is woken by its predecessor.

#define NOBODY 0

struct Node {
  atomic_int next;
  atomic_int waits;
};

void lock(global struct Node* nodes, global atomic_int* tail, int me) {
  atomic_store_explicit(&nodes[me].next, NOBODY, memory_order_relaxed, memory_scope_device);
  int before = atomic_exchange_explicit(tail, me, memory_order_acq_rel, memory_scope_device);
  if (before != NOBODY) {
    atomic_store_explicit(&nodes[me].waits, 1, memory_order_relaxed, memory_scope_device);
    atomic_store_explicit(&nodes[before].next, me, memory_order_release, memory_scope_device);
    while (atomic_load_explicit(&nodes[me].waits, memory_order_acquire, memory_scope_device) == 1) {
    }
  }
}

// Who comes next, when there is somebody; 0 if there is nobody and the lock is free again.
int successor(global struct Node* nodes, global atomic_int* tail, int me) {
  int next = atomic_load_explicit(&nodes[me].next, memory_order_acquire, memory_scope_device);
  if (next == NOBODY) {
    int last = me;
    if (atomic_compare_exchange_strong_explicit(tail, &last, NOBODY, memory_order_release, memory_order_relaxed,
                                                memory_scope_device)) {
      return NOBODY;
    }
    do {
      next = atomic_load_explicit(&nodes[me].next, memory_order_acquire, memory_scope_device);
    } while (next == NOBODY);
  }
  return next;
}

kernel void count(global struct Node* nodes, global atomic_int* tail, global int* counter) {
  int me = get_global_id(0) + 1;
  lock(nodes, tail, me);
  *counter = *counter + 1;
  int next = successor(nodes, tail, me);
  if (next != NOBODY) {
    atomic_store_explicit(&nodes[next].waits, 0, memory_order_release, memory_scope_device);
  }
}

// The one that is woken need not see what the holder has written.
kernel void count_relaxed(global struct Node* nodes, global atomic_int* tail, global int* counter) {
  int me = get_global_id(0) + 1;
  lock(nodes, tail, me);
  *counter = *counter + 1;
  int next = successor(nodes, tail, me);
  if (next != NOBODY) {
    atomic_store_explicit(&nodes[next].waits, 0, memory_order_relaxed, memory_scope_device);
  }
}

//# launch 2x1
//# init nodes[3]
//# forall (counter = 2)
//# terminates unfair=N hsa=N obe=Y fair=Y

//# test mcs-lock
//# kernel count

//# test mcs-lock-relaxed
//# kernel count_relaxed
