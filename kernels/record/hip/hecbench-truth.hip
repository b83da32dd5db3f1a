// ORNL/HeCBench pull request 221 (2026), in HIP: the first lane of a wavefront stores a pointer in shared memory, and the others
// read it in the next line; the __syncwarp between had been commented out, as lanes of AMD GPUs run in step. Restored: it is a
// fence as well.

#include <hip/hip_runtime.h>

__global__ void truth(int* out) {
  __shared__ int scratch;
  if (threadIdx.x == 0) {
    scratch = 7;  // guilty
  }
  out[threadIdx.x] = scratch;  // guilty
}

__global__ void truth_fixed(int* out) {
  __shared__ int scratch;
  if (threadIdx.x == 0) {
    scratch = 7;
  }
  __syncwarp();
  out[threadIdx.x] = scratch;
}

//# launch 1x2
//# sub-group 2
//# init out[2]
//# forall (out[0] = 7 /\ out[1] = 7)

//# test hecbench-truth
//# kernel truth
//# expect hrf-indirect-relaxed, amdgpu: racy

//# test hecbench-truth-fixed
//# kernel truth_fixed
//# expect hrf-indirect-relaxed, amdgpu: race-free, Always
