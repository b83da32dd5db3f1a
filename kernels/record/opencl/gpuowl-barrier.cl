// preda/gpuowl pull request 270 (2023): the work-items of a transform hand values to each other through local memory, with
// barrier(0) between. A barrier orders the memory that its flags name, and 0 names none. Measured as 2 % slower with
// CLK_LOCAL_MEM_FENCE on one GPU, where no error had been seen.

kernel void transform(global int* out, local int* lds) {
  const int me = get_local_id(0);
  lds[me] = me + 1;  // guilty
  barrier(0);  // guilty
  out[me] = lds[1 - me];  // guilty
}

kernel void transform_fixed(global int* out, local int* lds) {
  const int me = get_local_id(0);
  lds[me] = me + 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[me] = lds[1 - me];
}

//# launch 1x2
//# init out[2]; lds[2]
//# forall (out[0] = 2 /\ out[1] = 1)

//# test gpuowl-barrier
//# kernel transform
//# expect opencl: racy

//# test gpuowl-barrier-fixed
//# kernel transform_fixed
//# expect opencl, hrf-indirect-relaxed: race-free, Always
