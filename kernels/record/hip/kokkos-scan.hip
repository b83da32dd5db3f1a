// kokkos/kokkos issue 8607, pull request 8648 (2025), in HIP: a thread leaves a sum in shared memory, and the others read it
// behind a __threadfence_block. A fence orders what its thread does, and makes no thread wait for another. As repaired:
// __syncthreads.

#include <hip/hip_runtime.h>

__global__ void scan(int* out) {
  __shared__ int total;
  if (threadIdx.x == 1) {
    total = 7;  // guilty
  }
  __threadfence_block();  // guilty
  out[threadIdx.x] = total;  // guilty
}

__global__ void scan_fixed(int* out) {
  __shared__ int total;
  if (threadIdx.x == 1) {
    total = 7;
  }
  __syncthreads();
  out[threadIdx.x] = total;
}

//# launch 1x2
//# sub-group 1
//# init out[2]
//# forall (out[0] = 7 /\ out[1] = 7)

//# test kokkos-scan
//# kernel scan
//# expect hrf-indirect-relaxed, amdgpu: racy

//# test kokkos-scan-fixed
//# kernel scan_fixed
//# expect hrf-indirect-relaxed, amdgpu: race-free, Always
