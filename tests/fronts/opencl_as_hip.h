#pragma once
// OpenCL C's names in HIP, so that one text is both. Everything that is called is said to happen at the line
// that calls it, as in the headers of HIP.
#pragma clang diagnostic ignored "-Weverything"

#include <hip/hip_runtime.h>

// The word `global` is the name of an attribute, too, which has another spelling.
#undef __global__
#define kernel extern "C" __attribute__((__global__))
#define global
#define local __shared__
#define static __device__
#define NAMED __inline__ __attribute__((device, always_inline, nodebug))

typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;

template <typename T>
struct atomic_in_hip {
  T value;
};
typedef atomic_in_hip<int> atomic_int;
typedef atomic_in_hip<uint> atomic_uint;
typedef atomic_in_hip<long> atomic_long;
typedef atomic_in_hip<ulong> atomic_ulong;

enum {
  memory_order_relaxed = __ATOMIC_RELAXED,
  memory_order_acquire = __ATOMIC_ACQUIRE,
  memory_order_release = __ATOMIC_RELEASE,
  memory_order_acq_rel = __ATOMIC_ACQ_REL,
  memory_order_seq_cst = __ATOMIC_SEQ_CST
};
#define memory_scope_work_item __HIP_MEMORY_SCOPE_SINGLETHREAD
#define memory_scope_work_group __HIP_MEMORY_SCOPE_WORKGROUP
#define memory_scope_device __HIP_MEMORY_SCOPE_AGENT
#define memory_scope_all_svm_devices __HIP_MEMORY_SCOPE_SYSTEM

NAMED ulong get_global_id(uint) {
  return (ulong)blockIdx.x * blockDim.x + threadIdx.x;
}
NAMED ulong get_local_id(uint) {
  return threadIdx.x;
}
NAMED ulong get_group_id(uint) {
  return blockIdx.x;
}
NAMED ulong get_local_size(uint) {
  return blockDim.x;
}
NAMED ulong get_num_groups(uint) {
  return gridDim.x;
}
NAMED ulong get_global_size(uint) {
  return (ulong)gridDim.x * blockDim.x;
}

#define atomic_load_explicit(P, ORDER, SCOPE) __hip_atomic_load(&(P)->value, ORDER, SCOPE)
#define atomic_store_explicit(P, V, ORDER, SCOPE) __hip_atomic_store(&(P)->value, V, ORDER, SCOPE)
#define atomic_exchange_explicit(P, V, ORDER, SCOPE) __hip_atomic_exchange(&(P)->value, V, ORDER, SCOPE)
#define atomic_fetch_add_explicit(P, V, ORDER, SCOPE) __hip_atomic_fetch_add(&(P)->value, V, ORDER, SCOPE)
#define atomic_fetch_sub_explicit(P, V, ORDER, SCOPE) __hip_atomic_fetch_sub(&(P)->value, V, ORDER, SCOPE)
#define atomic_fetch_and_explicit(P, V, ORDER, SCOPE) __hip_atomic_fetch_and(&(P)->value, V, ORDER, SCOPE)
#define atomic_fetch_or_explicit(P, V, ORDER, SCOPE) __hip_atomic_fetch_or(&(P)->value, V, ORDER, SCOPE)
#define atomic_fetch_xor_explicit(P, V, ORDER, SCOPE) __hip_atomic_fetch_xor(&(P)->value, V, ORDER, SCOPE)
#define atomic_fetch_min_explicit(P, V, ORDER, SCOPE) __hip_atomic_fetch_min(&(P)->value, V, ORDER, SCOPE)
#define atomic_fetch_max_explicit(P, V, ORDER, SCOPE) __hip_atomic_fetch_max(&(P)->value, V, ORDER, SCOPE)
#define atomic_compare_exchange_strong_explicit(P, EXPECTED, V, SUCCESS, FAILURE, SCOPE) \
  __hip_atomic_compare_exchange_strong(&(P)->value, EXPECTED, V, SUCCESS, FAILURE, SCOPE)

// A fence orders all address spaces here.
enum : uint { CLK_LOCAL_MEM_FENCE = 1, CLK_GLOBAL_MEM_FENCE = 2 };
#define barrier(flags) __syncthreads()
#define sub_group_barrier(flags) __syncwarp()
#define atomic_work_item_fence(FLAGS, ORDER, SCOPE) fence_of(ORDER, SCOPE)
NAMED void fence_of(int order, int scope) {
  __scoped_atomic_thread_fence(order, scope == memory_scope_work_item    ? __MEMORY_SCOPE_SINGLE
                                      : scope == memory_scope_work_group ? __MEMORY_SCOPE_WRKGRP
                                      : scope == memory_scope_device     ? __MEMORY_SCOPE_DEVICE
                                                                         : __MEMORY_SCOPE_SYSTEM);
}

// OpenCL 1.x: relaxed atomics of the work-group (OpenCL C 3.0, "OpenCL C 1.x Legacy Atomics").
#define OLD_UPDATE(OPENCL, HIP)        \
  NAMED int OPENCL(int* p, int v) {    \
    return HIP(p, v);                  \
  }                                    \
  NAMED uint OPENCL(uint* p, uint v) { \
    return HIP(p, v);                  \
  }
OLD_UPDATE(atomic_add, atomicAdd_block)
OLD_UPDATE(atomic_sub, atomicSub_block)
OLD_UPDATE(atomic_xchg, atomicExch_block)
OLD_UPDATE(atomic_min, atomicMin_block)
OLD_UPDATE(atomic_max, atomicMax_block)
OLD_UPDATE(atomic_and, atomicAnd_block)
OLD_UPDATE(atomic_or, atomicOr_block)
OLD_UPDATE(atomic_xor, atomicXor_block)
template <typename T>
NAMED T atomic_inc(T* p) {
  return atomicAdd_block(p, (T)1);
}
template <typename T>
NAMED T atomic_dec(T* p) {
  return atomicAdd_block(p, (T)-1);
}
