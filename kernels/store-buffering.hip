// Two blocks store and then load what the other one stores. At least one of them must see the other's store, if all
// four operations are sequentially consistent at the scope of the agent.

#include <hip/hip_runtime.h>

template <int STORE, int LOAD>
__global__ void exchange_flags(int* x, int* y, int* seen) {
  int* mine = blockIdx.x == 0 ? x : y;
  int* other = blockIdx.x == 0 ? y : x;
  __hip_atomic_store(mine, 1, STORE, __HIP_MEMORY_SCOPE_AGENT);
  seen[blockIdx.x] = __hip_atomic_load(other, LOAD, __HIP_MEMORY_SCOPE_AGENT);
}

__global__ void exchange_flags_fences(int* x, int* y, int* seen) {
  int* mine = blockIdx.x == 0 ? x : y;
  int* other = blockIdx.x == 0 ? y : x;
  __hip_atomic_store(mine, 1, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
  __threadfence();
  seen[blockIdx.x] = __hip_atomic_load(other, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
}

//# launch 2x1
//# init seen[2]
//# exists (seen[0] = 0 /\ seen[1] = 0)

//# test store-buffering
//# kernel exchange_flags<__ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST>

//# test store-buffering-fences
//# kernel exchange_flags_fences

//# test store-buffering-acquire-release
//# kernel exchange_flags<__ATOMIC_RELEASE, __ATOMIC_ACQUIRE>
