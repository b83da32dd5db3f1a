// seqlock.cl in HIP: readers try again when the version has changed while they read, or is odd.

#include <hip/hip_runtime.h>

template <typename T>
__device__ T relaxed(T* p) {
  return __hip_atomic_load(p, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
}

__device__ void write(unsigned* version, int* data) {
  __hip_atomic_store(version, 1u, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "agent");
  __hip_atomic_store(&data[0], 5, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
  __hip_atomic_store(&data[1], 5, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
  __hip_atomic_store(version, 2u, __ATOMIC_RELEASE, __HIP_MEMORY_SCOPE_AGENT);
}

// What was read is both parts of one version. Without the fence the version may be read before the data.
template <bool FENCE>
__global__ void both(unsigned* version, int* data, int* seen) {
  if (blockIdx.x == 0) {
    write(version, data);
  } else {
    unsigned before;
    unsigned after;
    int first;
    int second;
    do {
      before = __hip_atomic_load(version, __ATOMIC_ACQUIRE, __HIP_MEMORY_SCOPE_AGENT);
      first = relaxed(&data[0]);
      second = relaxed(&data[1]);
      if (FENCE) {
        __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "agent");
      }
      after = relaxed(version);
    } while (before != after || before % 2 == 1);
    seen[0] = first;
    seen[1] = second;
  }
}

// Ordinary data race with the writer, even where the reader throws away what it has read.
__global__ void ordinary_data(unsigned* version, int* data, int* seen) {
  if (blockIdx.x == 0) {
    __hip_atomic_store(version, 1u, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, "agent");
    data[0] = 5;
    data[1] = 5;
    __hip_atomic_store(version, 2u, __ATOMIC_RELEASE, __HIP_MEMORY_SCOPE_AGENT);
  } else {
    const unsigned before = __hip_atomic_load(version, __ATOMIC_ACQUIRE, __HIP_MEMORY_SCOPE_AGENT);
    const int first = data[0];
    const int second = data[1];
    __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "agent");
    if (relaxed(version) == before && before % 2 == 0) {
      seen[0] = first;
      seen[1] = second;
    }
  }
}

//# launch 2x1
//# init data[2]; seen[2]
//# forall (seen[0] = 0 /\ seen[1] = 0 \/ seen[0] = 5 /\ seen[1] = 5)

//# test seqlock
//# kernel both<true>
//# terminates unfair=N hsa=Y obe=Y fair=Y

//# test seqlock-unfenced
//# kernel both<false>
//# terminates unfair=N hsa=Y obe=Y fair=Y

//# test seqlock-ordinary
//# kernel ordinary_data
//# terminates unfair=Y hsa=Y obe=Y fair=Y
