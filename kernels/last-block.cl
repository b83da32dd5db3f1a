// A reduction in one launch (the sample threadFenceReduction of CUDA): each work-group adds up its part, and the last one
// to arrive adds up the parts.

// Who arrives releases its part, and acquires those of all who came before.
kernel void sum(global const int* in, global int* partial, global atomic_uint* arrived, global int* out) {
  local int part[2];
  local uint place;
  int item = get_local_id(0);
  part[item] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (item == 0) {
    partial[get_group_id(0)] = part[0] + part[1];
    place = atomic_fetch_add_explicit(arrived, 1, memory_order_acq_rel, memory_scope_device);
  }
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  if (place == get_num_groups(0) - 1 && item == 0) {
    *out = partial[0] + partial[1];
  }
}

// The count alone orders nothing.
kernel void sum_relaxed(global const int* in, global int* partial, global atomic_uint* arrived, global int* out) {
  local int part[2];
  local uint place;
  int item = get_local_id(0);
  part[item] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (item == 0) {
    partial[get_group_id(0)] = part[0] + part[1];
    place = atomic_fetch_add_explicit(arrived, 1, memory_order_relaxed, memory_scope_device);
  }
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  if (place == get_num_groups(0) - 1 && item == 0) {
    *out = partial[0] + partial[1];
  }
}

// At the scope of the work-group it orders nothing between work-groups.
kernel void sum_own_group(global const int* in, global int* partial, global atomic_uint* arrived, global int* out) {
  local int part[2];
  local uint place;
  int item = get_local_id(0);
  part[item] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (item == 0) {
    partial[get_group_id(0)] = part[0] + part[1];
    place = atomic_fetch_add_explicit(arrived, 1, memory_order_acq_rel, memory_scope_work_group);
  }
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  if (place == get_num_groups(0) - 1 && item == 0) {
    *out = partial[0] + partial[1];
  }
}

//# launch 2x2
//# init in[4] = {1, 2, 3, 4}; partial[2]
//# forall (out = 10)
//# terminates unfair=Y hsa=Y obe=Y fair=Y

//# test last-block
//# kernel sum

//# test last-block-relaxed
//# kernel sum_relaxed

//# test last-block-work-group
//# kernel sum_own_group
