// arrayfire/arrayfire pull request 3535 (2024): a loop of a work-group goes on while any of its work-items has a reason to. The
// reasons are joined in local memory; without a barrier behind the result, a fast work-item clears it for the next round while a
// slow one still reads it, and the work-items leave the loop in different rounds. An earlier barrier was for NVIDIA alone.

bool any(local int* reason, int mine) {
  if (mine) {
    *reason = 1;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  return *reason > 0;  // guilty
}

kernel void flood(global int* rounds, local int* reason) {
  const int me = get_local_id(0);
  int round = 0;
  bool more = true;
  while (more) {
    if (me == 0) {
      *reason = 0;  // guilty
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    more = any(reason, me == 1 && round < 1);
    ++round;
  }
  rounds[me] = round;
}

kernel void flood_fixed(global int* rounds, local int* reason) {
  const int me = get_local_id(0);
  int round = 0;
  bool more = true;
  while (more) {
    if (me == 0) {
      *reason = 0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    more = any(reason, me == 1 && round < 1);
    barrier(CLK_LOCAL_MEM_FENCE);
    ++round;
  }
  rounds[me] = round;
}

//# launch 1x2
//# init rounds[2]
//# forall (rounds[0] = 2 /\ rounds[1] = 2)

//# test arrayfire-flood
//# kernel flood
//# expect opencl, hrf-indirect-relaxed: racy

//# test arrayfire-flood-fixed
//# kernel flood_fixed
//# expect opencl, hrf-indirect-relaxed: race-free, Always
