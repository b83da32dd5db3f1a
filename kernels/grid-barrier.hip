// grid-barrier.cl in HIP: the last block to arrive reverses the sense that the others wait for, so that nobody has to
// leave before the barrier is used next.

#include <hip/hip_runtime.h>

// The last one has acquired what all others have written, and releases it.
template <int REVERSE>
__device__ void wait(unsigned* count, unsigned* sense, unsigned mine) {
  if (__hip_atomic_fetch_add(count, 1u, __ATOMIC_ACQ_REL, __HIP_MEMORY_SCOPE_AGENT) == gridDim.x - 1) {
    __hip_atomic_store(count, 0u, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
    __hip_atomic_store(sense, mine, REVERSE, __HIP_MEMORY_SCOPE_AGENT);
  } else {
    while (__hip_atomic_load(sense, __ATOMIC_ACQUIRE, __HIP_MEMORY_SCOPE_AGENT) != mine) {
    }
  }
}

template <int REVERSE>
__global__ void phases(int* x, int* y, unsigned* count, unsigned* sense) {
  const int me = blockIdx.x;
  x[me] = 1;
  wait<REVERSE>(count, sense, 1);
  y[me] = x[1 - me];
  wait<REVERSE>(count, sense, 0);
  x[me] = 2;
}

//# launch 2x1
//# init x[2]; y[2]
//# forall (x[0] = 2 /\ x[1] = 2 /\ y[0] = 1 /\ y[1] = 1)
//# terminates unfair=N hsa=N obe=N fair=Y

//# test grid-barrier
//# kernel phases<__ATOMIC_RELEASE>

// The sense alone orders nothing.
//# test grid-barrier-relaxed
//# kernel phases<__ATOMIC_RELAXED>
