// pytorch/pytorch pull request 193321 (2026), in HIP: on AMD GPUs the fences of the reduction in two stages were replaced by
// stores that are known to be complete (atomics whose result is waited for). The last block then reads by ordinary loads what
// may be stale in its cache: rare wrong indices. As repaired: one fence in the last block.

#include <hip/hip_runtime.h>

__global__ void reduce(int* staging, int* arrived, int* total) {
  atomicExch(&staging[blockIdx.x], 1 + blockIdx.x);
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "agent");
  if (atomicAdd(arrived, 1) == gridDim.x - 1) {  // guilty
    *total = staging[0] + staging[1];            // guilty
  }
}

__global__ void reduce_fixed(int* staging, int* arrived, int* total) {
  atomicExch(&staging[blockIdx.x], 1 + blockIdx.x);
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "agent");
  if (atomicAdd(arrived, 1) == gridDim.x - 1) {
    __threadfence();
    *total = staging[0] + staging[1];
  }
}

//# launch 2x1
//# init staging[2]; arrived = 0
//# forall (total = 3)

//# test pytorch-rocm-reduce
//# kernel reduce
//# expect hrf-indirect-relaxed, amdgpu: racy

//# test pytorch-rocm-reduce-fixed
//# kernel reduce_fixed
//# expect hrf-indirect-relaxed, amdgpu: race-free, Always
