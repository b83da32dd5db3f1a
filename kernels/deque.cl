// A deque of tasks (Cederman and Tsigas 2008, without the counter that lets it use slots again): its owner works at the
// tail, and others steal from the head.

#define NOTHING 0

void push(global int* tasks, global atomic_int* tail, int task) {
  int end = atomic_load_explicit(tail, memory_order_relaxed, memory_scope_device);
  tasks[end] = task;
  atomic_store_explicit(tail, end + 1, memory_order_release, memory_scope_device);
}

int steal(global int* tasks, global atomic_int* head, global atomic_int* tail) {
  int first = atomic_load_explicit(head, memory_order_acquire, memory_scope_device);
  atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_seq_cst, memory_scope_device);
  if (atomic_load_explicit(tail, memory_order_acquire, memory_scope_device) <= first) {
    return NOTHING;
  }
  int task = tasks[first];
  return atomic_compare_exchange_strong_explicit(head, &first, first + 1, memory_order_seq_cst, memory_order_relaxed,
                                                 memory_scope_device)
             ? task
             : NOTHING;
}

// The owner lowers the tail before it looks at the head: the fences keep owner and thief from both missing what the
// other one has done.
int take(global int* tasks, global atomic_int* head, global atomic_int* tail) {
  int last = atomic_load_explicit(tail, memory_order_relaxed, memory_scope_device) - 1;
  atomic_store_explicit(tail, last, memory_order_relaxed, memory_scope_device);
  atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_seq_cst, memory_scope_device);
  int first = atomic_load_explicit(head, memory_order_relaxed, memory_scope_device);
  if (first < last) {
    return tasks[last];
  }
  if (first == last && atomic_compare_exchange_strong_explicit(head, &first, first + 1, memory_order_seq_cst,
                                                               memory_order_relaxed, memory_scope_device)) {
    return tasks[last];
  }
  return NOTHING;
}

kernel void share(global int* tasks, global atomic_int* head, global atomic_int* tail, global int* got) {
  if (get_group_id(0) == 0) {
    push(tasks, tail, 1);
    push(tasks, tail, 2);
    got[0] = take(tasks, head, tail);
  } else {
    got[1] = steal(tasks, head, tail);
    got[2] = steal(tasks, head, tail);
  }
}

// With a weaker fence both may get the last task.
int take_unfenced(global int* tasks, global atomic_int* head, global atomic_int* tail) {
  int last = atomic_load_explicit(tail, memory_order_relaxed, memory_scope_device) - 1;
  atomic_store_explicit(tail, last, memory_order_relaxed, memory_scope_device);
  atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acq_rel, memory_scope_device);
  int first = atomic_load_explicit(head, memory_order_relaxed, memory_scope_device);
  if (first < last) {
    return tasks[last];
  }
  if (first == last && atomic_compare_exchange_strong_explicit(head, &first, first + 1, memory_order_seq_cst,
                                                               memory_order_relaxed, memory_scope_device)) {
    return tasks[last];
  }
  return NOTHING;
}

kernel void share_unfenced(global int* tasks, global atomic_int* head, global atomic_int* tail, global int* got) {
  if (get_group_id(0) == 0) {
    push(tasks, tail, 1);
    push(tasks, tail, 2);
    got[0] = take_unfenced(tasks, head, tail);
  } else {
    got[1] = steal(tasks, head, tail);
    got[2] = steal(tasks, head, tail);
  }
}

// The task is released to the owner's work-group only.
void push_for_own_group(global int* tasks, global atomic_int* tail, int task) {
  int end = atomic_load_explicit(tail, memory_order_relaxed, memory_scope_device);
  tasks[end] = task;
  atomic_store_explicit(tail, end + 1, memory_order_release, memory_scope_work_group);
}

kernel void share_for_own_group(global int* tasks, global atomic_int* head, global atomic_int* tail, global int* got) {
  if (get_group_id(0) == 0) {
    push_for_own_group(tasks, tail, 1);
    push_for_own_group(tasks, tail, 2);
    got[0] = take(tasks, head, tail);
  } else {
    got[1] = steal(tasks, head, tail);
    got[2] = steal(tasks, head, tail);
  }
}

// The same without fences, where what tail and head say is sequentially consistent: right in every model.
int steal_seq_cst(global int* tasks, global atomic_int* head, global atomic_int* tail) {
  int first = atomic_load_explicit(head, memory_order_seq_cst, memory_scope_device);
  if (atomic_load_explicit(tail, memory_order_seq_cst, memory_scope_device) <= first) {
    return NOTHING;
  }
  int task = tasks[first];
  return atomic_compare_exchange_strong_explicit(head, &first, first + 1, memory_order_seq_cst, memory_order_relaxed,
                                                 memory_scope_device)
             ? task
             : NOTHING;
}

int take_seq_cst(global int* tasks, global atomic_int* head, global atomic_int* tail) {
  int last = atomic_load_explicit(tail, memory_order_relaxed, memory_scope_device) - 1;
  atomic_store_explicit(tail, last, memory_order_seq_cst, memory_scope_device);
  int first = atomic_load_explicit(head, memory_order_seq_cst, memory_scope_device);
  if (first < last) {
    return tasks[last];
  }
  if (first == last && atomic_compare_exchange_strong_explicit(head, &first, first + 1, memory_order_seq_cst,
                                                               memory_order_relaxed, memory_scope_device)) {
    return tasks[last];
  }
  return NOTHING;
}

kernel void share_seq_cst(global int* tasks, global atomic_int* head, global atomic_int* tail, global int* got) {
  if (get_group_id(0) == 0) {
    push(tasks, tail, 1);
    push(tasks, tail, 2);
    got[0] = take_seq_cst(tasks, head, tail);
  } else {
    got[1] = steal_seq_cst(tasks, head, tail);
    got[2] = steal_seq_cst(tasks, head, tail);
  }
}

//# launch 2x1
//# init tasks[2] = {9, 9}; got[3]
//# forall (~(got[0] = 2 /\ got[1] = 2) /\ ~(got[0] = 2 /\ got[2] = 2) /\ ~(got[0] = 1 /\ got[1] = 1) /\ ~got[1] = 9 /\ ~got[2] = 9)
//# terminates unfair=Y hsa=Y obe=Y fair=Y

//# test deque
//# kernel share

//# test deque-seq-cst
//# kernel share_seq_cst

//# test deque-weaker-fence
//# kernel share_unfenced

//# test deque-work-group
//# kernel share_for_own_group
