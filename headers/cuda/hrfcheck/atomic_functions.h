#pragma once

// Atomic functions (CUDA Programming Guide, "Atomic Functions"): relaxed, of the device or of what their names end in.

#include "qualifiers.h"

#define HRFCHECK_ATOMIC(NAME, T, OPERATION, C, SCOPE)                                                       \
  HRFCHECK_DEVICE T NAME(T* address, T value) {                                                             \
    T old;                                                                                                  \
    asm volatile("atom.relaxed." SCOPE "." OPERATION " %0, [%1], %2;"                                       \
                 : "=" C(old)                                                                               \
                 : "l"(address), C(value)                                                                   \
                 : "memory");                                                                               \
    return old;                                                                                             \
  }
#define HRFCHECK_CAS(NAME, T, TYPE, C, SCOPE)                                                               \
  HRFCHECK_DEVICE T NAME(T* address, T compare, T value) {                                                  \
    T old;                                                                                                  \
    asm volatile("atom.relaxed." SCOPE ".cas." TYPE " %0, [%1], %2, %3;"                                    \
                 : "=" C(old)                                                                               \
                 : "l"(address), C(compare), C(value)                                                       \
                 : "memory");                                                                               \
    return old;                                                                                             \
  }

#define HRFCHECK_ATOMICS(SUFFIX, SCOPE)                                                                     \
  HRFCHECK_ATOMIC(atomicAdd##SUFFIX, int, "add.s32", "r", SCOPE)                                            \
  HRFCHECK_ATOMIC(atomicAdd##SUFFIX, unsigned int, "add.u32", "r", SCOPE)                                   \
  HRFCHECK_ATOMIC(atomicAdd##SUFFIX, unsigned long long, "add.u64", "l", SCOPE)                             \
  HRFCHECK_ATOMIC(atomicAdd##SUFFIX, float, "add.f32", "f", SCOPE)                                          \
  HRFCHECK_ATOMIC(atomicAdd##SUFFIX, double, "add.f64", "d", SCOPE)                                         \
  HRFCHECK_DEVICE int atomicSub##SUFFIX(int* address, int value) { return atomicAdd##SUFFIX(address, -value); } \
  HRFCHECK_DEVICE unsigned int atomicSub##SUFFIX(unsigned int* address, unsigned int value) {               \
    return atomicAdd##SUFFIX(address, 0U - value);                                                          \
  }                                                                                                         \
  HRFCHECK_ATOMIC(atomicExch##SUFFIX, int, "exch.b32", "r", SCOPE)                                          \
  HRFCHECK_ATOMIC(atomicExch##SUFFIX, unsigned int, "exch.b32", "r", SCOPE)                                 \
  HRFCHECK_ATOMIC(atomicExch##SUFFIX, unsigned long long, "exch.b64", "l", SCOPE)                           \
  HRFCHECK_ATOMIC(atomicExch##SUFFIX, float, "exch.b32", "f", SCOPE)                                        \
  HRFCHECK_ATOMIC(atomicMin##SUFFIX, int, "min.s32", "r", SCOPE)                                            \
  HRFCHECK_ATOMIC(atomicMin##SUFFIX, unsigned int, "min.u32", "r", SCOPE)                                   \
  HRFCHECK_ATOMIC(atomicMin##SUFFIX, long long, "min.s64", "l", SCOPE)                                      \
  HRFCHECK_ATOMIC(atomicMin##SUFFIX, unsigned long long, "min.u64", "l", SCOPE)                             \
  HRFCHECK_ATOMIC(atomicMax##SUFFIX, int, "max.s32", "r", SCOPE)                                            \
  HRFCHECK_ATOMIC(atomicMax##SUFFIX, unsigned int, "max.u32", "r", SCOPE)                                   \
  HRFCHECK_ATOMIC(atomicMax##SUFFIX, long long, "max.s64", "l", SCOPE)                                      \
  HRFCHECK_ATOMIC(atomicMax##SUFFIX, unsigned long long, "max.u64", "l", SCOPE)                             \
  HRFCHECK_ATOMIC(atomicInc##SUFFIX, unsigned int, "inc.u32", "r", SCOPE)                                   \
  HRFCHECK_ATOMIC(atomicDec##SUFFIX, unsigned int, "dec.u32", "r", SCOPE)                                   \
  HRFCHECK_ATOMIC(atomicAnd##SUFFIX, int, "and.b32", "r", SCOPE)                                            \
  HRFCHECK_ATOMIC(atomicAnd##SUFFIX, unsigned int, "and.b32", "r", SCOPE)                                   \
  HRFCHECK_ATOMIC(atomicAnd##SUFFIX, unsigned long long, "and.b64", "l", SCOPE)                             \
  HRFCHECK_ATOMIC(atomicOr##SUFFIX, int, "or.b32", "r", SCOPE)                                              \
  HRFCHECK_ATOMIC(atomicOr##SUFFIX, unsigned int, "or.b32", "r", SCOPE)                                     \
  HRFCHECK_ATOMIC(atomicOr##SUFFIX, unsigned long long, "or.b64", "l", SCOPE)                               \
  HRFCHECK_ATOMIC(atomicXor##SUFFIX, int, "xor.b32", "r", SCOPE)                                            \
  HRFCHECK_ATOMIC(atomicXor##SUFFIX, unsigned int, "xor.b32", "r", SCOPE)                                   \
  HRFCHECK_ATOMIC(atomicXor##SUFFIX, unsigned long long, "xor.b64", "l", SCOPE)                             \
  HRFCHECK_CAS(atomicCAS##SUFFIX, int, "b32", "r", SCOPE)                                                   \
  HRFCHECK_CAS(atomicCAS##SUFFIX, unsigned int, "b32", "r", SCOPE)                                          \
  HRFCHECK_CAS(atomicCAS##SUFFIX, unsigned long long, "b64", "l", SCOPE)                                    \
  HRFCHECK_CAS(atomicCAS##SUFFIX, unsigned short, "b16", "h", SCOPE)

HRFCHECK_ATOMICS(, "gpu")
HRFCHECK_ATOMICS(_block, "cta")
HRFCHECK_ATOMICS(_system, "sys")
#undef HRFCHECK_ATOMICS
