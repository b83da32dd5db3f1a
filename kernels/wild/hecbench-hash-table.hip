// ORNL/HeCBench pull request 292 (2026), in HIP: an insert into a hash table writes the entry's value by an ordinary
// store and publishes the entry by a relaxed atomicCAS. On a GPU of several dies, each with a cache of its own, a
// lookup followed the new link, read the old value, used it as an index, and crashed.

#include <hip/hip_runtime.h>

#define NONE -1

__global__ void table(int* next, int* value, int* found) {
  if (blockIdx.x == 0) {
    value[1] = 42;
    atomicCAS(&next[0], NONE, 1);
  } else {
    int entry = __hip_atomic_load(&next[0], __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
    if (entry != NONE) {
      *found = value[entry];
    }
  }
}

// As repaired: the swap releases, and the lookup acquires.
__global__ void table_fixed(int* next, int* value, int* found) {
  if (blockIdx.x == 0) {
    int end = NONE;
    value[1] = 42;
    __hip_atomic_compare_exchange_strong(&next[0], &end, 1, __ATOMIC_RELEASE, __ATOMIC_RELAXED,
                                         __HIP_MEMORY_SCOPE_AGENT);
  } else {
    int entry = __hip_atomic_load(&next[0], __ATOMIC_ACQUIRE, __HIP_MEMORY_SCOPE_AGENT);
    if (entry != NONE) {
      *found = value[entry];
    }
  }
}

// The same by the built-ins that replace __hip_atomic_*.
__global__ void table_fixed_scoped(int* next, int* value, int* found) {
  if (blockIdx.x == 0) {
    int end = NONE;
    value[1] = 42;
    __scoped_atomic_compare_exchange_n(&next[0], &end, 1, false, __ATOMIC_RELEASE, __ATOMIC_RELAXED,
                                       __MEMORY_SCOPE_DEVICE);
  } else {
    int entry = __scoped_atomic_load_n(&next[0], __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);
    __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "agent");
    if (entry != NONE) {
      *found = value[entry];
    }
  }
}

//# launch 2x1
//# init next[2] = {-1, -1}; value[2] = {0, 7}; found = 42
//# forall (found = 42)

//# test hecbench-hash-table
//# kernel table

//# test hecbench-hash-table-fixed
//# kernel table_fixed

//# test hecbench-hash-table-fixed-scoped
//# kernel table_fixed_scoped
