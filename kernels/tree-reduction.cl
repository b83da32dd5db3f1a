// A work-group adds up its part of an array in local memory, halving the number of adders in each round.

kernel void sum(global int* in, global int* out, local int* part) {
  int lid = get_local_id(0);
  part[lid] = in[get_global_id(0)];
  for (int step = get_local_size(0) / 2; step > 0; step /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid < step) {
      part[lid] += part[lid + step];
    }
  }
  if (lid == 0) {
    out[get_group_id(0)] = part[0];
  }
}

// Without a barrier between rounds a work-item may add what its neighbour has not yet written.
kernel void sum_with_one_barrier(global int* in, global int* out, local int* part) {
  int lid = get_local_id(0);
  part[lid] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int step = get_local_size(0) / 2; step > 0; step /= 2) {
    if (lid < step) {
      part[lid] += part[lid + step];
    }
  }
  if (lid == 0) {
    out[get_group_id(0)] = part[0];
  }
}

//# test sum-one-group
//# kernel sum
//# launch 1x4
//# init in[4] = {1, 2, 3, 4}; out[1]; part[4]
//# forall (out[0] = 10)

//# test sum-two-groups
//# kernel sum
//# launch 2x2
//# init in[4] = {1, 2, 3, 4}; out[2]; part[2]
//# forall (out[0] = 3 /\ out[1] = 7 /\ part@g1[0] = 7)

//# test sum-one-barrier
//# kernel sum_with_one_barrier
//# launch 1x4
//# init in[4] = {1, 2, 3, 4}; out[1]; part[4]
//# forall (out[0] = 10)
