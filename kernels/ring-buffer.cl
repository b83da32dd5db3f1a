// A ring buffer between one producer and one consumer.

#define SIZE 2
#define ITEMS 3

kernel void transfer(global int* slots, global atomic_uint* written, global atomic_uint* read, global int* got) {
  if (get_group_id(0) == 0) {
    for (uint i = 0; i < ITEMS; i++) {
      while (i - atomic_load_explicit(read, memory_order_acquire, memory_scope_device) == SIZE) {
      }
      slots[i % SIZE] = i + 1;
      atomic_store_explicit(written, i + 1, memory_order_release, memory_scope_device);
    }
  } else {
    for (uint i = 0; i < ITEMS; i++) {
      while (atomic_load_explicit(written, memory_order_acquire, memory_scope_device) == i) {
      }
      got[i] = slots[i % SIZE];
      atomic_store_explicit(read, i + 1, memory_order_release, memory_scope_device);
    }
  }
}

// The producer may overwrite a slot that the consumer is still reading.
kernel void transfer_relaxed(global int* slots, global atomic_uint* written, global atomic_uint* read,
                             global int* got) {
  if (get_group_id(0) == 0) {
    for (uint i = 0; i < ITEMS; i++) {
      while (i - atomic_load_explicit(read, memory_order_relaxed, memory_scope_device) == SIZE) {
      }
      slots[i % SIZE] = i + 1;
      atomic_store_explicit(written, i + 1, memory_order_release, memory_scope_device);
    }
  } else {
    for (uint i = 0; i < ITEMS; i++) {
      while (atomic_load_explicit(written, memory_order_acquire, memory_scope_device) == i) {
      }
      got[i] = slots[i % SIZE];
      atomic_store_explicit(read, i + 1, memory_order_relaxed, memory_scope_device);
    }
  }
}

//# launch 2x1
//# init slots[SIZE]; got[ITEMS]
//# forall (got[0] = 1 /\ got[1] = 2 /\ got[2] = 3)
//# terminates unfair=N hsa=N obe=N fair=Y

//# test ring-buffer
//# kernel transfer

//# test ring-buffer-relaxed
//# kernel transfer_relaxed
