// A ring buffer: one work-item puts numbers in, another one takes them out and adds them up.
#define SIZE 1
#define ITEMS 2

kernel void transfer(global int *ring, global atomic_uint *head, global atomic_uint *tail, global int *sum) {
  if (get_global_id(0) == 0) {
    for (uint i = 0; i < ITEMS; i++) {
      while (i - atomic_load_explicit(head, memory_order_acquire, memory_scope_device) == SIZE)
        ;
      ring[i % SIZE] = i + 1;
      atomic_store_explicit(tail, i + 1, memory_order_release, memory_scope_device);
    }
  } else {
    for (uint i = 0; i < ITEMS; i++) {
      while (atomic_load_explicit(tail, memory_order_acquire, memory_scope_device) == i)
        ;
      *sum += ring[i % SIZE];
      atomic_store_explicit(head, i + 1, memory_order_release, memory_scope_device);
    }
  }
}

//# launch 2x1
//# init ring[SIZE]
//# forall (sum = 3)
