// CHIP-SPV/chipStar issue 632, pull request 1334 (2026): __syncthreads of HIP was a barrier that names local memory alone, so that
// kernels that hand data on through global memory came out wrong now and then (a B+ tree of HeCBench). As repaired: both.

kernel void find(global int* offset, global int* out) {
  const int me = get_local_id(0);
  if (me == 0) {
    *offset = 7;  // guilty
  }
  barrier(CLK_LOCAL_MEM_FENCE);  // guilty
  out[me] = *offset;  // guilty
}

kernel void find_fixed(global int* offset, global int* out) {
  const int me = get_local_id(0);
  if (me == 0) {
    *offset = 7;
  }
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  out[me] = *offset;
}

//# launch 1x2
//# init out[2]
//# forall (out[0] = 7 /\ out[1] = 7)

//# test chipstar-syncthreads
//# kernel find
//# expect opencl: racy

//# test chipstar-syncthreads-fixed
//# kernel find_fixed
//# expect opencl, hrf-indirect-relaxed: race-free, Always
