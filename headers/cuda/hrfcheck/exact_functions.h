#pragma once

// Mathematical functions (CUDA Math API) that have one right result, in terms of others: roundings to integers, and what
// takes floats apart.

#include "math_functions.h"

#define HRFCHECK_EXACT(F, T, I, AS_BITS, AS_FLOAT, SIGN, MANTISSA, BIAS, TO_NORMAL)                               \
  HRFCHECK_DEVICE T copysign##F(T x, T y) { return AS_FLOAT((AS_BITS(x) & ~SIGN) | (AS_BITS(y) & SIGN)); }            \
  /* Half away from zero: what is cut off is exact. */                                                                \
  HRFCHECK_DEVICE T round##F(T x) {                                                                                   \
    const T whole = trunc##F(x);                                                                                      \
    return copysign##F(fabs##F(x - whole) >= (T)0.5 ? whole + copysign##F((T)1, x) : whole, x);                       \
  }                                                                                                                   \
  HRFCHECK_DEVICE T nearbyint##F(T x) { return rint##F(x); }                                                          \
  HRFCHECK_DEVICE T fdim##F(T x, T y) { return x <= y ? (T)0 : x - y; }                                               \
  HRFCHECK_DEVICE T modf##F(T x, T* whole) {                                                                          \
    *whole = trunc##F(x);                                                                                             \
    return copysign##F(fabs##F(x) == (T)__builtin_inf() ? (T)0 : x - *whole, x);                                      \
  }                                                                                                                   \
  HRFCHECK_DEVICE T frexp##F(T x, int* exponent) {                                                                    \
    const I shown = (AS_BITS(x) & ~SIGN) >> MANTISSA;                                                                 \
    const T normal = shown == 0 ? x * TO_NORMAL : x;                                                              \
    const I scaled = (AS_BITS(normal) & ~SIGN) >> MANTISSA;                                                           \
    if (x == (T)0 || scaled == 2 * BIAS + 1) {                                                                        \
      *exponent = 0;                                                                                                  \
      return x;                                                                                                       \
    }                                                                                                                 \
    *exponent = (int)(scaled - BIAS + 1) - (shown == 0 ? MANTISSA + 1 : 0);                                           \
    return AS_FLOAT(AS_BITS(normal) + ((BIAS - 1 - scaled) << MANTISSA));                                             \
  }                                                                                                                   \
  /* Rounded once: no factor but the last may make the number subnormal. */                                           \
  HRFCHECK_DEVICE T hrfcheck_scaled##F(T x, int n) { return x * AS_FLOAT((I)(n + BIAS) << MANTISSA); }                \
  HRFCHECK_DEVICE T ldexp##F(T x, int n) {                                                                            \
    const int most = BIAS, least = MANTISSA + 2 - BIAS;                                                               \
    for (int i = 0; i < 2 && n > most; ++i, n -= most) {                                                              \
      x = hrfcheck_scaled##F(x, most);                                                                                \
    }                                                                                                                 \
    for (int i = 0; i < 2 && n < 1 - BIAS; ++i, n -= least) {                                                         \
      x = hrfcheck_scaled##F(x, least);                                                                               \
    }                                                                                                                 \
    return hrfcheck_scaled##F(x, n > most ? most : n < 1 - BIAS ? 1 - BIAS : n);                                      \
  }                                                                                                                   \
  HRFCHECK_DEVICE T scalbn##F(T x, int n) { return ldexp##F(x, n); }                                                  \
  HRFCHECK_DEVICE long lround##F(T x) { return (long)round##F(x); }                                                   \
  HRFCHECK_DEVICE long long llround##F(T x) { return (long long)round##F(x); }
HRFCHECK_EXACT(f, float, int, __float_as_int, __int_as_float, (-0x7fffffff - 1), 23, 127, 16777216.0f)
HRFCHECK_EXACT(, double, long long, __double_as_longlong, __longlong_as_double, (-0x7fffffffffffffffLL - 1), 52, 1023LL,
               9007199254740992.0)
#undef HRFCHECK_EXACT

HRFCHECK_DEVICE long lrintf(float x) { return __float2ll_rn(x); }
HRFCHECK_DEVICE long lrint(double x) { return __double2ll_rn(x); }
HRFCHECK_DEVICE long long llrintf(float x) { return __float2ll_rn(x); }
HRFCHECK_DEVICE long long llrint(double x) { return __double2ll_rn(x); }

// Those of `float` in names of C++.
HRFCHECK_DEVICE float copysign(float x, float y) { return copysignf(x, y); }
HRFCHECK_DEVICE float round(float x) { return roundf(x); }
HRFCHECK_DEVICE float nearbyint(float x) { return nearbyintf(x); }
HRFCHECK_DEVICE float fdim(float x, float y) { return fdimf(x, y); }
HRFCHECK_DEVICE float modf(float x, float* whole) { return modff(x, whole); }
HRFCHECK_DEVICE float frexp(float x, int* exponent) { return frexpf(x, exponent); }
HRFCHECK_DEVICE float ldexp(float x, int n) { return ldexpf(x, n); }
HRFCHECK_DEVICE float scalbn(float x, int n) { return scalbnf(x, n); }
HRFCHECK_DEVICE long lround(float x) { return lroundf(x); }
HRFCHECK_DEVICE long long llround(float x) { return llroundf(x); }
HRFCHECK_DEVICE long lrint(float x) { return lrintf(x); }
HRFCHECK_DEVICE long long llrint(float x) { return llrintf(x); }
