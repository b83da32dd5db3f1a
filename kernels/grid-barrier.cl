// A barrier of all work-groups that can be used again: the last one to arrive reverses the sense that the others wait
// for, so that nobody has to leave before it is used next.

// The last one has acquired what all others have written, and releases it.
void phases_wait(global atomic_int* count, global atomic_int* sense, int mine) {
  if (atomic_fetch_add_explicit(count, 1, memory_order_acq_rel, memory_scope_device) == get_num_groups(0) - 1) {
    atomic_store_explicit(count, 0, memory_order_relaxed, memory_scope_device);
    atomic_store_explicit(sense, mine, memory_order_release, memory_scope_device);
  } else {
    while (atomic_load_explicit(sense, memory_order_acquire, memory_scope_device) != mine) {
    }
  }
}

kernel void phases(global int* x, global int* y, global atomic_int* count, global atomic_int* sense) {
  int me = get_group_id(0);
  x[me] = 1;
  phases_wait(count, sense, 1);
  y[me] = x[1 - me];
  phases_wait(count, sense, 0);
  x[me] = 2;
}

// The sense alone orders nothing.
void phases_relaxed_wait(global atomic_int* count, global atomic_int* sense, int mine) {
  if (atomic_fetch_add_explicit(count, 1, memory_order_acq_rel, memory_scope_device) == get_num_groups(0) - 1) {
    atomic_store_explicit(count, 0, memory_order_relaxed, memory_scope_device);
    atomic_store_explicit(sense, mine, memory_order_relaxed, memory_scope_device);
  } else {
    while (atomic_load_explicit(sense, memory_order_acquire, memory_scope_device) != mine) {
    }
  }
}

kernel void phases_relaxed(global int* x, global int* y, global atomic_int* count, global atomic_int* sense) {
  int me = get_group_id(0);
  x[me] = 1;
  phases_relaxed_wait(count, sense, 1);
  y[me] = x[1 - me];
  phases_relaxed_wait(count, sense, 0);
  x[me] = 2;
}

//# launch 2x1
//# init x[2]; y[2]
//# forall (x[0] = 2 /\ x[1] = 2 /\ y[0] = 1 /\ y[1] = 1)
//# terminates unfair=N hsa=N obe=N fair=Y

//# test grid-barrier
//# kernel phases

//# test grid-barrier-relaxed
//# kernel phases_relaxed
