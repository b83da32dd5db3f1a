#pragma once

// Integer Functions that order numbers, of all types.

#define HRFCHECK_ORDERED(T, U, BITS)                                            \
  HRFCHECK_FUNCTION T min(T x, T y) { return __builtin_elementwise_min(x, y); } \
  HRFCHECK_FUNCTION T max(T x, T y) { return __builtin_elementwise_max(x, y); } \
  HRFCHECK_FUNCTION T clamp(T x, T low, T high) { return min(max(x, low), high); }
HRFCHECK_INTEGER_TYPES(HRFCHECK_ORDERED)

#define HRFCHECK_BY_SCALAR(T, S)                             \
  HRFCHECK_FUNCTION T min(T x, S y) { return min(x, (T)y); } \
  HRFCHECK_FUNCTION T max(T x, S y) { return max(x, (T)y); } \
  HRFCHECK_FUNCTION T clamp(T x, S low, S high) { return clamp(x, (T)low, (T)high); }
#define HRFCHECK_VECTORS_BY_SCALAR(T, U, BITS)                                                                    \
  HRFCHECK_BY_SCALAR(T##2, T) HRFCHECK_BY_SCALAR(T##3, T) HRFCHECK_BY_SCALAR(T##4, T) HRFCHECK_BY_SCALAR(T##8, T) \
  HRFCHECK_BY_SCALAR(T##16, T)
HRFCHECK_INTEGER_SCALARS(HRFCHECK_VECTORS_BY_SCALAR)

#define HRFCHECK_ABS_OF_SIGNED(T, U, BITS) \
  HRFCHECK_FUNCTION U abs(T x) { return __builtin_astype((T)__builtin_elementwise_abs(x), U); }
#define HRFCHECK_ABS_OF_UNSIGNED(T, U, BITS) HRFCHECK_FUNCTION T abs(T x) { return x; }
HRFCHECK_SIGNED_TYPES(HRFCHECK_ABS_OF_SIGNED)
HRFCHECK_UNSIGNED_TYPES(HRFCHECK_ABS_OF_UNSIGNED)
