// A queue of tasks that make further tasks. A worker leaves when no task is open: an empty queue alone does not mean that
// no task will come.

// Who finds a task in the queue finds what is in it.
kernel void work(global int* tasks, global atomic_int* head, global atomic_int* tail, global atomic_int* open,
          global int* done) {
  if (get_group_id(0) == 0) {
    // The first task makes another one, which counts as open before the first one is done.
    tasks[0] = 5;
    atomic_fetch_add_explicit(open, 1, memory_order_relaxed, memory_scope_device);
    atomic_store_explicit(tail, 1, memory_order_release, memory_scope_device);
    atomic_fetch_sub_explicit(open, 1, memory_order_relaxed, memory_scope_device);
  }
  int place;
  do {
    place = atomic_load_explicit(head, memory_order_relaxed, memory_scope_device);
    if (atomic_load_explicit(open, memory_order_relaxed, memory_scope_device) == 0) {
      return;
    }
  } while (place >= atomic_load_explicit(tail, memory_order_acquire, memory_scope_device));
  if (atomic_compare_exchange_strong_explicit(head, &place, place + 1, memory_order_relaxed, memory_order_relaxed,
                                              memory_scope_device)) {
    *done = tasks[place];
    atomic_fetch_sub_explicit(open, 1, memory_order_relaxed, memory_scope_device);
  }
}

// A task may be found before it has been written.
kernel void work_relaxed(global int* tasks, global atomic_int* head, global atomic_int* tail, global atomic_int* open,
          global int* done) {
  if (get_group_id(0) == 0) {
    // The first task makes another one, which counts as open before the first one is done.
    tasks[0] = 5;
    atomic_fetch_add_explicit(open, 1, memory_order_relaxed, memory_scope_device);
    atomic_store_explicit(tail, 1, memory_order_relaxed, memory_scope_device);
    atomic_fetch_sub_explicit(open, 1, memory_order_relaxed, memory_scope_device);
  }
  int place;
  do {
    place = atomic_load_explicit(head, memory_order_relaxed, memory_scope_device);
    if (atomic_load_explicit(open, memory_order_relaxed, memory_scope_device) == 0) {
      return;
    }
  } while (place >= atomic_load_explicit(tail, memory_order_acquire, memory_scope_device));
  if (atomic_compare_exchange_strong_explicit(head, &place, place + 1, memory_order_relaxed, memory_order_relaxed,
                                              memory_scope_device)) {
    *done = tasks[place];
    atomic_fetch_sub_explicit(open, 1, memory_order_relaxed, memory_scope_device);
  }
}

//# launch 2x1
//# init tasks[1]; open = 1
//# forall (done = 5)
//# terminates unfair=N hsa=N obe=N hsa+obe=Y fair=Y

//# test work-queue
//# kernel work

//# test work-queue-relaxed
//# kernel work_relaxed
