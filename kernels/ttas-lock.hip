// ttas-lock.cl in HIP: blocks read the lock until it looks free, and only then try to take it.

#include <hip/hip_runtime.h>

__device__ void lock(int* taken) {
  int seen = 1;
  do {
    while (__hip_atomic_load(taken, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT) == 1) {
    }
    seen = 0;
  } while (!__hip_atomic_compare_exchange_strong(taken, &seen, 1, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED,
                                                 __HIP_MEMORY_SCOPE_AGENT));
}

template <int SCOPE>
__global__ void count(int* taken, int* counter) {
  lock(taken);
  *counter = *counter + 1;
  __hip_atomic_store(taken, 0, __ATOMIC_RELEASE, SCOPE);
}

//# launch 2x1
//# forall (counter = 2)
//# terminates unfair=N hsa=N obe=Y fair=Y

//# test ttas-lock
//# kernel count<__HIP_MEMORY_SCOPE_AGENT>

// What the holder has written is released to its own block only.
//# test ttas-lock-workgroup
//# kernel count<__HIP_MEMORY_SCOPE_WORKGROUP>
