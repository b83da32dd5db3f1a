// ROCm/aiter pull requests 4007, 4841 (2026), in HIP: blocks add to a histogram by relaxed atomics, arrive at a counter, and wait
// for a flag that the last of them sets. Nothing orders the additions of a block before its arrival, and nothing the last block's
// reads behind it: blocks that have seen different histograms choose differently, and wait for each other for ever. 4007 has a fence
// before the arrival; 4841 one behind it, and a wait for the hardware's stores before it, which no model knows.

#include <hip/hip_runtime.h>

__global__ void radix(int* histogram, int* arrived, int* done, int* chosen) {
  atomicAdd(histogram, 1);                        // guilty
  if (atomicAdd(arrived, 1) == gridDim.x - 1) {   // guilty
    __hip_atomic_store(done, 1, __ATOMIC_RELEASE, __HIP_MEMORY_SCOPE_AGENT);
  } else {
    while (__hip_atomic_load(done, __ATOMIC_ACQUIRE, __HIP_MEMORY_SCOPE_AGENT) != 1) {
    }
  }
  chosen[blockIdx.x] = *histogram;  // guilty
}

__global__ void radix_fixed(int* histogram, int* arrived, int* done, int* chosen) {
  atomicAdd(histogram, 1);
  __threadfence();
  if (atomicAdd(arrived, 1) == gridDim.x - 1) {
    __threadfence();
    __hip_atomic_store(done, 1, __ATOMIC_RELEASE, __HIP_MEMORY_SCOPE_AGENT);
  } else {
    while (__hip_atomic_load(done, __ATOMIC_ACQUIRE, __HIP_MEMORY_SCOPE_AGENT) != 1) {
    }
  }
  chosen[blockIdx.x] = *histogram;
}

// Pull request 4007 alone: a fence before the arrival.
__global__ void radix_half_fixed(int* histogram, int* arrived, int* done, int* chosen) {
  atomicAdd(histogram, 1);
  __threadfence();
  if (atomicAdd(arrived, 1) == gridDim.x - 1) {
    __hip_atomic_store(done, 1, __ATOMIC_RELEASE, __HIP_MEMORY_SCOPE_AGENT);
  } else {
    while (__hip_atomic_load(done, __ATOMIC_ACQUIRE, __HIP_MEMORY_SCOPE_AGENT) != 1) {
    }
  }
  chosen[blockIdx.x] = *histogram;
}

//# launch 2x1
//# init histogram = 0; arrived = 0; done = 0; chosen[2]
//# forall (chosen[0] = 2 /\ chosen[1] = 2)

//# test aiter-topk
//# kernel radix
//# expect hrf-indirect-relaxed, amdgpu: racy

//# test aiter-topk-half-fixed
//# kernel radix_half_fixed
//# expect hrf-indirect-relaxed, amdgpu: racy

//# test aiter-topk-fixed
//# kernel radix_fixed
//# expect hrf-indirect-relaxed, amdgpu: race-free, Always
