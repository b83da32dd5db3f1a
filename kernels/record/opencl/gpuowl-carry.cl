// gwoltman/gpuowl pull request 15 (2026): barriers stand in branches that a part of the work-group takes. Where a barrier counts
// arrivals, the halves of the group are one barrier out of step for the rest of the kernel.

kernel void carry(global int* out, local int* lds) {
  const int me = get_local_id(0);
  lds[me] = me + 1;
  if (me == 1) {
    barrier(CLK_LOCAL_MEM_FENCE);  // guilty
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[me] = lds[1 - me];
}

kernel void carry_fixed(global int* out, local int* lds) {
  const int me = get_local_id(0);
  lds[me] = me + 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[me] = lds[1 - me];
}

//# launch 1x2
//# init out[2]; lds[2]

//# test gpuowl-carry
//# kernel carry
//# terminates fair=N

//# test gpuowl-carry-fixed
//# kernel carry_fixed
//# forall (out[0] = 2 /\ out[1] = 1)
//# expect opencl, hrf-indirect-relaxed: race-free, Always
//# terminates fair=Y
