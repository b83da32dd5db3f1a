#pragma once

// Built-in atomic functions with orders and scopes (CUDA Programming Guide, "Built-in Atomic Functions").

#include "ordered_atomics.h"

#define __NV_ATOMIC_RELAXED 0
#define __NV_ATOMIC_CONSUME 1
#define __NV_ATOMIC_ACQUIRE 2
#define __NV_ATOMIC_RELEASE 3
#define __NV_ATOMIC_ACQ_REL 4
#define __NV_ATOMIC_SEQ_CST 5
// The numbers of hrfcheck::scoped.
#define __NV_THREAD_SCOPE_SYSTEM 0
#define __NV_THREAD_SCOPE_DEVICE 1
#define __NV_THREAD_SCOPE_BLOCK 2
#define __NV_THREAD_SCOPE_THREAD 3
#define __NV_THREAD_SCOPE_CLUSTER 4

// The operation of the scope that is asked for.
#define HRFCHECK_BY_SCOPE(CALL)                                  \
  switch (scope) {                                               \
    case __NV_THREAD_SCOPE_DEVICE:                               \
      return hrfcheck::scoped<__NV_THREAD_SCOPE_DEVICE>::CALL;   \
    case __NV_THREAD_SCOPE_BLOCK:                                \
      return hrfcheck::scoped<__NV_THREAD_SCOPE_BLOCK>::CALL;    \
    case __NV_THREAD_SCOPE_THREAD:                               \
      return hrfcheck::scoped<__NV_THREAD_SCOPE_THREAD>::CALL;   \
    case __NV_THREAD_SCOPE_CLUSTER:                              \
      return hrfcheck::scoped<__NV_THREAD_SCOPE_CLUSTER>::CALL;  \
    default:                                                     \
      return hrfcheck::scoped<__NV_THREAD_SCOPE_SYSTEM>::CALL;   \
  }

#define HRFCHECK_BUILT_IN(NAME, T, OPERATION)                                                                   \
  HRFCHECK_DEVICE T __nv_atomic_##NAME(T* p, T value, int order, int scope = __NV_THREAD_SCOPE_SYSTEM) {        \
    HRFCHECK_BY_SCOPE(OPERATION(p, value, order))                                                               \
  }
#define HRFCHECK_BUILT_INS(T)                                                                                   \
  HRFCHECK_DEVICE T __nv_atomic_load_n(const T* p, int order, int scope = __NV_THREAD_SCOPE_SYSTEM) {           \
    HRFCHECK_BY_SCOPE(load(p, order))                                                                           \
  }                                                                                                             \
  HRFCHECK_DEVICE void __nv_atomic_store_n(T* p, T value, int order, int scope = __NV_THREAD_SCOPE_SYSTEM) {    \
    HRFCHECK_BY_SCOPE(store(p, value, order))                                                                   \
  }                                                                                                             \
  HRFCHECK_BUILT_IN(exchange_n, T, exchange)                                                                    \
  HRFCHECK_BUILT_IN(fetch_add, T, fetch_add)                                                                    \
  HRFCHECK_BUILT_IN(fetch_and, T, fetch_and)                                                                    \
  HRFCHECK_BUILT_IN(fetch_or, T, fetch_or)                                                                      \
  HRFCHECK_BUILT_IN(fetch_xor, T, fetch_xor)                                                                    \
  HRFCHECK_BUILT_IN(fetch_min, T, fetch_min)                                                                    \
  HRFCHECK_BUILT_IN(fetch_max, T, fetch_max)
HRFCHECK_BUILT_INS(unsigned int)
HRFCHECK_BUILT_INS(unsigned long long)
HRFCHECK_BUILT_IN(fetch_add, float, fetch_add)
HRFCHECK_BUILT_IN(fetch_add, double, fetch_add)
HRFCHECK_BUILT_IN(fetch_min, int, fetch_min)
HRFCHECK_BUILT_IN(fetch_max, int, fetch_max)
#define HRFCHECK_AS_UNSIGNED(NAME)                                                                                \
  HRFCHECK_DEVICE int __nv_atomic_##NAME(int* p, int value, int order, int scope = __NV_THREAD_SCOPE_SYSTEM) {    \
    return (int)__nv_atomic_##NAME((unsigned int*)p, (unsigned int)value, order, scope);                          \
  }
HRFCHECK_AS_UNSIGNED(exchange_n)
HRFCHECK_AS_UNSIGNED(fetch_add)
HRFCHECK_AS_UNSIGNED(fetch_and)
HRFCHECK_AS_UNSIGNED(fetch_or)
HRFCHECK_AS_UNSIGNED(fetch_xor)
HRFCHECK_DEVICE int __nv_atomic_load_n(const int* p, int order, int scope = __NV_THREAD_SCOPE_SYSTEM) {
  return (int)__nv_atomic_load_n((const unsigned int*)p, order, scope);
}
HRFCHECK_DEVICE void __nv_atomic_store_n(int* p, int value, int order, int scope = __NV_THREAD_SCOPE_SYSTEM) {
  __nv_atomic_store_n((unsigned int*)p, (unsigned int)value, order, scope);
}
HRFCHECK_DEVICE void __nv_atomic_thread_fence(int order, int scope = __NV_THREAD_SCOPE_SYSTEM) {
  HRFCHECK_BY_SCOPE(fence(order))
}
#undef HRFCHECK_AS_UNSIGNED
#undef HRFCHECK_BUILT_INS
#undef HRFCHECK_BUILT_IN
#undef HRFCHECK_BY_SCOPE
