// A barrier of all work-groups (Xiao and Feng 2010): the work-items of the first group each wait for one of the other
// groups, and let it go on when all have come.

void wait_for_groups(global atomic_int* arrived) {
  int other = get_local_id(0) + 1;
  if (get_group_id(0) == 0) {
    if (other < get_num_groups(0)) {
      while (atomic_load_explicit(&arrived[other], memory_order_acquire, memory_scope_device) == 0) {
      }
    }
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (other < get_num_groups(0)) {
      atomic_store_explicit(&arrived[other], 0, memory_order_release, memory_scope_device);
    }
  } else {
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (get_local_id(0) == 0) {
      atomic_store_explicit(&arrived[get_group_id(0)], 1, memory_order_release, memory_scope_device);
      while (atomic_load_explicit(&arrived[get_group_id(0)], memory_order_acquire, memory_scope_device) == 1) {
      }
    }
    barrier(CLK_GLOBAL_MEM_FENCE);
  }
}

kernel void exchange(global int* x, global int* y, global atomic_int* arrived) {
  int me = get_global_id(0);
  x[me] = me + 1;
  wait_for_groups(arrived);
  y[me] = x[(me + get_local_size(0)) % get_global_size(0)];
}

// The same, but the barriers of the work-groups are for local memory only: what the other work-items of a group have
// written is not released with the flag.
void wait_for_groups_locally(global atomic_int* arrived) {
  int other = get_local_id(0) + 1;
  if (get_group_id(0) == 0) {
    if (other < get_num_groups(0)) {
      while (atomic_load_explicit(&arrived[other], memory_order_acquire, memory_scope_device) == 0) {
      }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (other < get_num_groups(0)) {
      atomic_store_explicit(&arrived[other], 0, memory_order_release, memory_scope_device);
    }
  } else {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == 0) {
      atomic_store_explicit(&arrived[get_group_id(0)], 1, memory_order_release, memory_scope_device);
      while (atomic_load_explicit(&arrived[get_group_id(0)], memory_order_acquire, memory_scope_device) == 1) {
      }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}

kernel void exchange_locally(global int* x, global int* y, global atomic_int* arrived) {
  int me = get_global_id(0);
  x[me] = me + 1;
  wait_for_groups_locally(arrived);
  y[me] = x[(me + get_local_size(0)) % get_global_size(0)];
}

// A flag of the work-group's scope says nothing to the other work-group.
void wait_for_groups_of_group(global atomic_int* arrived) {
  int other = get_local_id(0) + 1;
  if (get_group_id(0) == 0) {
    if (other < get_num_groups(0)) {
      while (atomic_load_explicit(&arrived[other], memory_order_acquire, memory_scope_work_group) == 0) {
      }
    }
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (other < get_num_groups(0)) {
      atomic_store_explicit(&arrived[other], 0, memory_order_release, memory_scope_work_group);
    }
  } else {
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (get_local_id(0) == 0) {
      atomic_store_explicit(&arrived[get_group_id(0)], 1, memory_order_release, memory_scope_work_group);
      while (atomic_load_explicit(&arrived[get_group_id(0)], memory_order_acquire, memory_scope_work_group) == 1) {
      }
    }
    barrier(CLK_GLOBAL_MEM_FENCE);
  }
}

kernel void exchange_in_group(global int* x, global int* y, global atomic_int* arrived) {
  int me = get_global_id(0);
  x[me] = me + 1;
  wait_for_groups_of_group(arrived);
  y[me] = x[(me + get_local_size(0)) % get_global_size(0)];
}

//# launch 2x2
//# init x[4]; y[4]; arrived[2]
//# forall (y[0] = 3 /\ y[1] = 4 /\ y[2] = 1 /\ y[3] = 2)
//# terminates unfair=N hsa=N obe=N fair=Y

//# test xf-barrier
//# kernel exchange

//# test xf-barrier-local
//# kernel exchange_locally

//# test xf-barrier-work-group
//# kernel exchange_in_group
