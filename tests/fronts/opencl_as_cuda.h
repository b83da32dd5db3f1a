#pragma once
// OpenCL C's names in CUDA C++, so that one text is both. Everything that the functions do is said to happen
// at the line that calls them, as in the headers of CUDA.
#ifdef __clang__
#pragma clang diagnostic ignored "-Weverything"
#endif

#include <cuda/atomic>

// The word `global` is the name of an attribute, too, which has another spelling.
#undef __global__
#define kernel extern "C" __attribute__((__global__))
#define global
#define local __shared__
#define static __device__
#ifdef __clang__
#define NAMED __inline__ __attribute__((device, always_inline, nodebug))
#else
#define NAMED __inline__ __device__
#endif

typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;

template <typename T>
struct atomic_object {
  T value;
};
typedef atomic_object<int> atomic_int;
typedef atomic_object<uint> atomic_uint;
typedef atomic_object<long> atomic_long;
typedef atomic_object<ulong> atomic_ulong;

using cuda::memory_order_acq_rel;
using cuda::memory_order_acquire;
using cuda::memory_order_relaxed;
using cuda::memory_order_release;
using cuda::memory_order_seq_cst;

template <cuda::thread_scope>
struct scope_word {};
#define memory_scope_work_item (scope_word<cuda::thread_scope_thread>())
#define memory_scope_work_group (scope_word<cuda::thread_scope_block>())
#define memory_scope_device (scope_word<cuda::thread_scope_device>())
#define memory_scope_all_svm_devices (scope_word<cuda::thread_scope_system>())

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

// Values are converted to the type of the object, as arguments are.
template <typename T>
struct same {
  typedef T type;
};

template <typename T, cuda::thread_scope S>
NAMED T atomic_load_explicit(atomic_object<T>* p, cuda::memory_order order, scope_word<S>) {
  return cuda::atomic_ref<T, S>(p->value).load(order);
}
template <typename T, cuda::thread_scope S>
NAMED void atomic_store_explicit(atomic_object<T>* p, typename same<T>::type v, cuda::memory_order order,
                                 scope_word<S>) {
  cuda::atomic_ref<T, S>(p->value).store(v, order);
}
#define UPDATE(OPENCL, CUDA)                                                                               \
  template <typename T, cuda::thread_scope S>                                                              \
  NAMED T OPENCL(atomic_object<T>* p, typename same<T>::type v, cuda::memory_order order, scope_word<S>) { \
    return cuda::atomic_ref<T, S>(p->value).CUDA(v, order);                                                \
  }
UPDATE(atomic_exchange_explicit, exchange)
UPDATE(atomic_fetch_add_explicit, fetch_add)
UPDATE(atomic_fetch_sub_explicit, fetch_sub)
UPDATE(atomic_fetch_and_explicit, fetch_and)
UPDATE(atomic_fetch_or_explicit, fetch_or)
UPDATE(atomic_fetch_xor_explicit, fetch_xor)
UPDATE(atomic_fetch_min_explicit, fetch_min)
UPDATE(atomic_fetch_max_explicit, fetch_max)
template <typename T, cuda::thread_scope S>
NAMED bool atomic_compare_exchange_strong_explicit(atomic_object<T>* p, T* expected, typename same<T>::type v,
                                                   cuda::memory_order success, cuda::memory_order failure,
                                                   scope_word<S>) {
  return cuda::atomic_ref<T, S>(p->value).compare_exchange_strong(*expected, v, success, failure);
}

// Address spaces are one in CUDA.
enum : uint { CLK_LOCAL_MEM_FENCE = 1, CLK_GLOBAL_MEM_FENCE = 2 };
#define barrier(flags) __syncthreads()
#define sub_group_barrier(flags) __syncwarp()
template <cuda::thread_scope S>
NAMED void atomic_work_item_fence(uint, cuda::memory_order order, scope_word<S>) {
  cuda::atomic_thread_fence(order, S);
}

// OpenCL 1.x: relaxed atomics of the work-group (OpenCL C 3.0, "OpenCL C 1.x Legacy Atomics").
#define OLD_UPDATE(OPENCL, CUDA)       \
  NAMED int OPENCL(int* p, int v) {    \
    return CUDA(p, v);                 \
  }                                    \
  NAMED uint OPENCL(uint* p, uint v) { \
    return CUDA(p, v);                 \
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
