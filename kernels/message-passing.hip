// message-passing.cl in HIP: the first block hands a value to the second one.

#include <hip/hip_runtime.h>

template <int SCOPE>
__global__ void publish(int* data, int* flag, int* result) {
  if (blockIdx.x == 0) {
    *data = 42;
    __hip_atomic_store(flag, 1, __ATOMIC_RELEASE, SCOPE);
  } else if (__hip_atomic_load(flag, __ATOMIC_ACQUIRE, SCOPE) == 1) {
    *result = *data;
  }
}

// As it is written with fences of a direction each, and a flag that is relaxed.
__global__ void publish_fences(int* data, int* flag, int* result) {
  if (blockIdx.x == 0) {
    *data = 42;
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, "agent");
    __hip_atomic_store(flag, 1, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
  } else if (__hip_atomic_load(flag, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT) == 1) {
    __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "agent");
    *result = *data;
  }
}

// A volatile flag is no atomic one for AMD's compiler, whatever fences there are.
__global__ void publish_volatile(int* data, volatile int* flag, int* result) {
  if (blockIdx.x == 0) {
    *data = 42;
    __threadfence();
    *flag = 1;
  } else if (*flag == 1) {
    __threadfence();
    *result = *data;
  }
}

//# launch 2x1
//# init data = 7; result = 42
//# forall (result = 42)

//# test publish-agent
//# kernel publish<__HIP_MEMORY_SCOPE_AGENT>

//# test publish-workgroup
//# kernel publish<__HIP_MEMORY_SCOPE_WORKGROUP>

//# test publish-fences
//# kernel publish_fences

//# test publish-volatile
//# kernel publish_volatile
