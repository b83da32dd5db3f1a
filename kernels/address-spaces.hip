// What is shared by a block lies in LDS, another memory than that of the GPU. Clang (up to 19 or so) makes an atomic
// operation order its own address space alone, unless it is sequentially consistent; fences order both.

#include <hip/hip_runtime.h>

// One wavefront hands a value in global memory to another one, by a flag in LDS.
template <int STORE, int LOAD>
__global__ void flag_in_lds(int* data, int* result) {
  __shared__ int flag;
  if (threadIdx.x == 0) {
    __hip_atomic_store(&flag, 0, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_WORKGROUP);
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    *data = 42;
    __hip_atomic_store(&flag, 1, STORE, __HIP_MEMORY_SCOPE_WORKGROUP);
  } else if (__hip_atomic_load(&flag, LOAD, __HIP_MEMORY_SCOPE_WORKGROUP) == 1) {
    *result = *data;
  }
}

enum Spaces { BOTH, GLOBAL, LOCAL };

template <Spaces SPACES>
__device__ void release() {
  if (SPACES == BOTH) {
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
  } else if (SPACES == GLOBAL) {
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup", "global");
  } else {
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup", "local");
  }
}
template <Spaces SPACES>
__device__ void acquire() {
  if (SPACES == BOTH) {
    __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
  } else if (SPACES == GLOBAL) {
    __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup", "global");
  } else {
    __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup", "local");
  }
}

// The same at a barrier: a fence may be said to be about one of the memories alone.
template <Spaces SPACES>
__global__ void barrier_of(int* data, int* result) {
  if (threadIdx.x == 0) {
    *data = 42;
  }
  release<SPACES>();
  __builtin_amdgcn_s_barrier();
  acquire<SPACES>();
  if (threadIdx.x == 1) {
    *result = *data;
  }
}

//# launch 1x2
//# sub-group 1
//# init data = 7; result = 42
//# forall (result = 42)

//# test flag-in-lds
//# kernel flag_in_lds<__ATOMIC_RELEASE, __ATOMIC_ACQUIRE>

//# test flag-in-lds-seq-cst
//# kernel flag_in_lds<__ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST>

//# test barrier-of-both
//# kernel barrier_of<BOTH>

//# test barrier-of-global
//# kernel barrier_of<GLOBAL>

//# test barrier-of-local
//# kernel barrier_of<LOCAL>
