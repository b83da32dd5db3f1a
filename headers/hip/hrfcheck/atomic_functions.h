#pragma once

// Atomic functions, in the built-ins that AMD's headers make them of (amd_hip_atomic.h): relaxed, of the agent or of the
// system. AMD has none of the work-group; `_block` is here what it is in CUDA.

#include "qualifiers.h"

#define HRFCHECK_FETCH(NAME, T, BUILTIN, SCOPE) \
  HRFCHECK_DEVICE T NAME(T* address, T value) { return BUILTIN(address, value, __ATOMIC_RELAXED, SCOPE); }
#define HRFCHECK_CAS(NAME, T, SCOPE)                                                                              \
  HRFCHECK_DEVICE T NAME(T* address, T compare, T value) {                                                        \
    __hip_atomic_compare_exchange_strong(address, &compare, value, __ATOMIC_RELAXED, __ATOMIC_RELAXED, SCOPE);    \
    return compare;                                                                                               \
  }
// A subtraction is an addition of the opposite there.
#define HRFCHECK_OF_INTEGERS(SUFFIX, T, SCOPE)                                                                    \
  HRFCHECK_FETCH(atomicAdd##SUFFIX, T, __hip_atomic_fetch_add, SCOPE)                                             \
  HRFCHECK_DEVICE T atomicSub##SUFFIX(T* address, T value) { return atomicAdd##SUFFIX(address, (T)(0 - value)); } \
  HRFCHECK_FETCH(atomicExch##SUFFIX, T, __hip_atomic_exchange, SCOPE)                                             \
  HRFCHECK_FETCH(atomicMin##SUFFIX, T, __hip_atomic_fetch_min, SCOPE)                                             \
  HRFCHECK_FETCH(atomicMax##SUFFIX, T, __hip_atomic_fetch_max, SCOPE)                                             \
  HRFCHECK_FETCH(atomicAnd##SUFFIX, T, __hip_atomic_fetch_and, SCOPE)                                             \
  HRFCHECK_FETCH(atomicOr##SUFFIX, T, __hip_atomic_fetch_or, SCOPE)                                               \
  HRFCHECK_FETCH(atomicXor##SUFFIX, T, __hip_atomic_fetch_xor, SCOPE)                                             \
  HRFCHECK_CAS(atomicCAS##SUFFIX, T, SCOPE)
// There is no instruction for these: what is smaller, or larger, is put in its place.
#define HRFCHECK_OF_FLOATS(SUFFIX, T, SCOPE)                                                                      \
  HRFCHECK_FETCH(atomicAdd##SUFFIX, T, __hip_atomic_fetch_add, SCOPE)                                             \
  HRFCHECK_DEVICE T atomicSub##SUFFIX(T* address, T value) { return atomicAdd##SUFFIX(address, -value); }         \
  HRFCHECK_FETCH(atomicExch##SUFFIX, T, __hip_atomic_exchange, SCOPE)                                             \
  HRFCHECK_CAS(atomicCAS##SUFFIX, T, SCOPE)                                                                       \
  HRFCHECK_BOUND(atomicMin##SUFFIX, T, >, SCOPE)                                                                  \
  HRFCHECK_BOUND(atomicMax##SUFFIX, T, <, SCOPE)
#define HRFCHECK_BOUND(NAME, T, COMPARED, SCOPE)                                                                  \
  HRFCHECK_DEVICE T NAME(T* address, T value) {                                                                   \
    T old = __hip_atomic_load(address, __ATOMIC_RELAXED, SCOPE);                                                  \
    while (old COMPARED value && !__hip_atomic_compare_exchange_strong(address, &old, value, __ATOMIC_RELAXED,    \
                                                                       __ATOMIC_RELAXED, SCOPE)) {                \
    }                                                                                                             \
    return old;                                                                                                   \
  }

#define HRFCHECK_ATOMICS(SUFFIX, SCOPE)                                                                           \
  HRFCHECK_OF_INTEGERS(SUFFIX, int, SCOPE)                                                                        \
  HRFCHECK_OF_INTEGERS(SUFFIX, unsigned int, SCOPE)                                                               \
  HRFCHECK_OF_INTEGERS(SUFFIX, long, SCOPE)                                                                       \
  HRFCHECK_OF_INTEGERS(SUFFIX, unsigned long, SCOPE)                                                              \
  HRFCHECK_OF_INTEGERS(SUFFIX, long long, SCOPE)                                                                  \
  HRFCHECK_OF_INTEGERS(SUFFIX, unsigned long long, SCOPE)                                                         \
  HRFCHECK_OF_FLOATS(SUFFIX, float, SCOPE)                                                                        \
  HRFCHECK_OF_FLOATS(SUFFIX, double, SCOPE)

HRFCHECK_ATOMICS(, __HIP_MEMORY_SCOPE_AGENT)
HRFCHECK_ATOMICS(_system, __HIP_MEMORY_SCOPE_SYSTEM)
HRFCHECK_ATOMICS(_block, __HIP_MEMORY_SCOPE_WORKGROUP)
#undef HRFCHECK_ATOMICS
#undef HRFCHECK_BOUND
#undef HRFCHECK_OF_FLOATS
#undef HRFCHECK_OF_INTEGERS
#undef HRFCHECK_CAS
#undef HRFCHECK_FETCH

// They count round: up to a limit and back to 0, down to 0 and back to the limit.
HRFCHECK_DEVICE unsigned int atomicInc(unsigned int* address, unsigned int limit) {
  return __builtin_amdgcn_atomic_inc32(address, limit, __ATOMIC_RELAXED, "agent");
}
HRFCHECK_DEVICE unsigned int atomicDec(unsigned int* address, unsigned int limit) {
  return __builtin_amdgcn_atomic_dec32(address, limit, __ATOMIC_RELAXED, "agent");
}

HRFCHECK_DEVICE float unsafeAtomicAdd(float* address, float value) { return atomicAdd(address, value); }
HRFCHECK_DEVICE double unsafeAtomicAdd(double* address, double value) { return atomicAdd(address, value); }
HRFCHECK_DEVICE float safeAtomicAdd(float* address, float value) { return atomicAdd(address, value); }
HRFCHECK_DEVICE double safeAtomicAdd(double* address, double value) { return atomicAdd(address, value); }
