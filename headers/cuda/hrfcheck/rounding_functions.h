#pragma once

// Arithmetic in the rounding that names end in (CUDA Math API, "Single Precision Intrinsics", "Double Precision
// Intrinsics").

#include "qualifiers.h"

#define HRFCHECK_UNARY(NAME, T, CODE, C)                                             \
  HRFCHECK_DEVICE T NAME(T x) {                                                      \
    T result;                                                                        \
    asm(CODE " %0, %1;" : "=" C(result) : C(x));                                     \
    return result;                                                                   \
  }
#define HRFCHECK_BINARY(NAME, T, CODE, C)                                            \
  HRFCHECK_DEVICE T NAME(T x, T y) {                                                 \
    T result;                                                                        \
    asm(CODE " %0, %1, %2;" : "=" C(result) : C(x), C(y));                           \
    return result;                                                                   \
  }
#define HRFCHECK_TERNARY(NAME, T, CODE, C)                                           \
  HRFCHECK_DEVICE T NAME(T x, T y, T z) {                                            \
    T result;                                                                        \
    asm(CODE " %0, %1, %2, %3;" : "=" C(result) : C(x), C(y), C(z));                 \
    return result;                                                                   \
  }
#define HRFCHECK_IN_ROUNDING(SUFFIX, ROUNDING)                                       \
  HRFCHECK_BINARY(__fadd##SUFFIX, float, "add." ROUNDING ".f32", "f")                \
  HRFCHECK_BINARY(__fsub##SUFFIX, float, "sub." ROUNDING ".f32", "f")                \
  HRFCHECK_BINARY(__fmul##SUFFIX, float, "mul." ROUNDING ".f32", "f")                \
  HRFCHECK_BINARY(__fdiv##SUFFIX, float, "div." ROUNDING ".f32", "f")                \
  HRFCHECK_UNARY(__frcp##SUFFIX, float, "rcp." ROUNDING ".f32", "f")                 \
  HRFCHECK_UNARY(__fsqrt##SUFFIX, float, "sqrt." ROUNDING ".f32", "f")               \
  HRFCHECK_TERNARY(__fmaf##SUFFIX, float, "fma." ROUNDING ".f32", "f")               \
  HRFCHECK_BINARY(__dadd##SUFFIX, double, "add." ROUNDING ".f64", "d")               \
  HRFCHECK_BINARY(__dsub##SUFFIX, double, "sub." ROUNDING ".f64", "d")               \
  HRFCHECK_BINARY(__dmul##SUFFIX, double, "mul." ROUNDING ".f64", "d")               \
  HRFCHECK_BINARY(__ddiv##SUFFIX, double, "div." ROUNDING ".f64", "d")               \
  HRFCHECK_UNARY(__drcp##SUFFIX, double, "rcp." ROUNDING ".f64", "d")                \
  HRFCHECK_UNARY(__dsqrt##SUFFIX, double, "sqrt." ROUNDING ".f64", "d")              \
  HRFCHECK_TERNARY(__fma##SUFFIX, double, "fma." ROUNDING ".f64", "d")
HRFCHECK_IN_ROUNDING(_rn, "rn")
HRFCHECK_IN_ROUNDING(_rz, "rz")
HRFCHECK_IN_ROUNDING(_ru, "rp")
HRFCHECK_IN_ROUNDING(_rd, "rm")
#undef HRFCHECK_UNARY
#undef HRFCHECK_BINARY
#undef HRFCHECK_TERNARY
#undef HRFCHECK_IN_ROUNDING
