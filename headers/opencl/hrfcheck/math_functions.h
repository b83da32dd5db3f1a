#pragma once

// Math Functions whose results clang's own functions give.

// Element by element, whatever the width.
#define HRFCHECK_BUILT_IN1(T, I, S)                                                       \
  HRFCHECK_FUNCTION T fabs(T x) { return __builtin_elementwise_abs(x); }                  \
  HRFCHECK_FUNCTION T floor(T x) { return __builtin_elementwise_floor(x); }               \
  HRFCHECK_FUNCTION T ceil(T x) { return __builtin_elementwise_ceil(x); }                 \
  HRFCHECK_FUNCTION T trunc(T x) { return __builtin_elementwise_trunc(x); }               \
  HRFCHECK_FUNCTION T rint(T x) { return __builtin_elementwise_roundeven(x); }            \
  HRFCHECK_FUNCTION T sqrt(T x) { return __builtin_elementwise_sqrt(x); }                 \
  HRFCHECK_FUNCTION T sin(T x) { return __builtin_elementwise_sin(x); }                   \
  HRFCHECK_FUNCTION T cos(T x) { return __builtin_elementwise_cos(x); }                   \
  HRFCHECK_FUNCTION T tan(T x) { return __builtin_elementwise_tan(x); }                   \
  HRFCHECK_FUNCTION T exp(T x) { return __builtin_elementwise_exp(x); }                   \
  HRFCHECK_FUNCTION T exp2(T x) { return __builtin_elementwise_exp2(x); }                 \
  HRFCHECK_FUNCTION T log(T x) { return __builtin_elementwise_log(x); }                   \
  HRFCHECK_FUNCTION T log2(T x) { return __builtin_elementwise_log2(x); }                 \
  HRFCHECK_FUNCTION T log10(T x) { return __builtin_elementwise_log10(x); }               \
  HRFCHECK_FUNCTION T pow(T x, T y) { return __builtin_elementwise_pow(x, y); }           \
  HRFCHECK_FUNCTION T powr(T x, T y) { return __builtin_elementwise_pow(x, y); }          \
  HRFCHECK_FUNCTION T copysign(T x, T y) { return __builtin_elementwise_copysign(x, y); } \
  HRFCHECK_FUNCTION T fmin(T x, T y) { return __builtin_elementwise_min(x, y); }          \
  HRFCHECK_FUNCTION T fmax(T x, T y) { return __builtin_elementwise_max(x, y); }          \
  HRFCHECK_FUNCTION T fma(T x, T y, T z) { return __builtin_elementwise_fma(x, y, z); }   \
  HRFCHECK_FUNCTION T mad(T x, T y, T z) { return x * y + z; }
HRFCHECK_FLOAT_TYPES(HRFCHECK_BUILT_IN1)

// Half away from zero: what is cut off is exact.
#define HRFCHECK_ROUNDED(T, I, S)                                                                             \
  HRFCHECK_FUNCTION T round(T x) {                                                                            \
    const T whole = trunc(x);                                                                                 \
    return copysign(fabs(x - whole) >= (T)0.5f ? whole + copysign((T)1.0f, x) : whole, x);                    \
  }
HRFCHECK_FLOAT_TYPES(HRFCHECK_ROUNDED)

#define HRFCHECK_LIMITS_BY_SCALAR(T, S)                        \
  HRFCHECK_FUNCTION T fmin(T x, S y) { return fmin(x, (T)y); } \
  HRFCHECK_FUNCTION T fmax(T x, S y) { return fmax(x, (T)y); }
#define HRFCHECK_LIMITS_OF_VECTORS(T, I, S)                                                                \
  HRFCHECK_LIMITS_BY_SCALAR(T##2, T) HRFCHECK_LIMITS_BY_SCALAR(T##3, T) HRFCHECK_LIMITS_BY_SCALAR(T##4, T) \
  HRFCHECK_LIMITS_BY_SCALAR(T##8, T) HRFCHECK_LIMITS_BY_SCALAR(T##16, T)
HRFCHECK_FLOAT_SCALARS(HRFCHECK_LIMITS_OF_VECTORS)
