#pragma once

// Atomic functions of OpenCL 1.x: relaxed, at the scope of the work-group, whatever the memory (OpenCL C 3.0, "OpenCL C 1.x
// Legacy Atomics"), on integers of 32 bits, and of 64 bits by cl_khr_int64_base_atomics and cl_khr_int64_extended_atomics.

#define HRFCHECK_LEGACY_WAY __ATOMIC_RELAXED, __MEMORY_SCOPE_WRKGRP
#define HRFCHECK_LEGACY_UPDATE(NAME, DONE, P, T)                  \
  HRFCHECK_FUNCTION T atomic_##NAME(volatile P T* p, T value) {   \
    return __scoped_atomic_##DONE(p, value, HRFCHECK_LEGACY_WAY); \
  }                                                               \
  HRFCHECK_FUNCTION T atom_##NAME(volatile P T* p, T value) { return atomic_##NAME(p, value); }
#define HRFCHECK_LEGACY(P, T)                                                                          \
  HRFCHECK_LEGACY_UPDATE(add, fetch_add, P, T)                                                         \
  HRFCHECK_LEGACY_UPDATE(sub, fetch_sub, P, T)                                                         \
  HRFCHECK_LEGACY_UPDATE(xchg, exchange_n, P, T)                                                       \
  HRFCHECK_LEGACY_UPDATE(min, fetch_min, P, T)                                                         \
  HRFCHECK_LEGACY_UPDATE(max, fetch_max, P, T)                                                         \
  HRFCHECK_LEGACY_UPDATE(and, fetch_and, P, T)                                                         \
  HRFCHECK_LEGACY_UPDATE(or, fetch_or, P, T)                                                           \
  HRFCHECK_LEGACY_UPDATE(xor, fetch_xor, P, T)                                                         \
  HRFCHECK_FUNCTION T atomic_inc(volatile P T* p) { return atomic_add(p, (T)1); }                      \
  HRFCHECK_FUNCTION T atom_inc(volatile P T* p) { return atomic_add(p, (T)1); }                        \
  HRFCHECK_FUNCTION T atomic_dec(volatile P T* p) { return atomic_sub(p, (T)1); }                      \
  HRFCHECK_FUNCTION T atom_dec(volatile P T* p) { return atomic_sub(p, (T)1); }                        \
  HRFCHECK_FUNCTION T atomic_cmpxchg(volatile P T* p, T expected, T value) {                           \
    __scoped_atomic_compare_exchange_n(p, &expected, value, 0, __ATOMIC_RELAXED, HRFCHECK_LEGACY_WAY); \
    return expected;                                                                                   \
  }                                                                                                    \
  HRFCHECK_FUNCTION T atom_cmpxchg(volatile P T* p, T expected, T value) { return atomic_cmpxchg(p, expected, value); }
#define HRFCHECK_LEGACY_OF(P)                                                                      \
  HRFCHECK_LEGACY(P, int)                                                                          \
  HRFCHECK_LEGACY(P, uint)                                                                         \
  HRFCHECK_LEGACY(P, long)                                                                         \
  HRFCHECK_LEGACY(P, ulong)                                                                        \
  HRFCHECK_FUNCTION float atomic_xchg(volatile P float* p, float value) {                          \
    return __builtin_astype(atomic_xchg((volatile P int*)p, __builtin_astype(value, int)), float); \
  }
HRFCHECK_LEGACY_OF(__global)
HRFCHECK_LEGACY_OF(__local)
#ifdef __opencl_c_generic_address_space
HRFCHECK_LEGACY_OF(__generic)
#endif
