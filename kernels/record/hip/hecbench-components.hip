// ORNL/HeCBench pull request 295 (2026), in HIP: connected components. Two functions join trees by atomicCAS, and a third shortens
// paths by an ordinary store to the same array: on a GPU of several dies some nodes came to point to a wrong root. As repaired:
// atomic loads and stores.

#include <hip/hip_runtime.h>

__global__ void components(int* parent) {
  if (blockIdx.x == 0) {
    if (parent[2] == 1) {  // guilty
      parent[2] = 0;       // guilty
    }
  } else {
    atomicCAS(&parent[2], 2, 1);  // guilty
  }
}

__global__ void components_fixed(int* parent) {
  if (blockIdx.x == 0) {
    if (__hip_atomic_load(&parent[2], __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT) == 1) {
      atomicExch(&parent[2], 0);
    }
  } else {
    atomicCAS(&parent[2], 2, 1);
  }
}

//# launch 2x1
//# init parent[3] = {0, 1, 2}
//# forall (parent[2] = 0 \/ parent[2] = 1)

//# test hecbench-components
//# kernel components
//# expect hrf-indirect-relaxed, amdgpu: racy

//# test hecbench-components-fixed
//# kernel components_fixed
//# expect hrf-indirect-relaxed, amdgpu: race-free, Always
