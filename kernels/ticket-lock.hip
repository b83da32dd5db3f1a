// ticket-lock.cl in HIP: blocks take tickets and wait until theirs is served; what the lock protects is ordinary.

#include <hip/hip_runtime.h>

__device__ void lock(unsigned* next, unsigned* serving) {
  const unsigned ticket = atomicAdd(next, 1u);
  while (__hip_atomic_load(serving, __ATOMIC_ACQUIRE, __HIP_MEMORY_SCOPE_AGENT) != ticket) {
    __builtin_amdgcn_s_sleep(1);
  }
}

template <int UNLOCK>
__global__ void count(unsigned* next, unsigned* serving, int* counter) {
  lock(next, serving);
  *counter = *counter + 1;
  __hip_atomic_fetch_add(serving, 1u, UNLOCK, __HIP_MEMORY_SCOPE_AGENT);
}

//# launch 3x1
//# forall (counter = 3)
//# terminates unfair=N hsa=N obe=Y fair=Y

//# test ticket-lock
//# kernel count<__ATOMIC_RELEASE>

// The next holder may not see what this one has written.
//# test ticket-lock-relaxed
//# kernel count<__ATOMIC_RELAXED>
