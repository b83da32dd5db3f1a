#pragma once

// Math Functions that have one right result, in terms of others; and those with a second result behind a pointer.

// Floats of 32 and of 64 bits: what their words say.
#define HRFCHECK_TAKEN_APART(T, I, U, MANTISSA, BIAS, TO_NORMAL, SCALED)                                              \
  HRFCHECK_PLAIN I hrfcheck_exponent_of_##T(T x) { return (__builtin_astype(x, I) >> MANTISSA) & (I)(2 * BIAS + 1); } \
  HRFCHECK_FUNCTION T hrfcheck_frexp(T x, int* exponent) {                                                            \
    const I shown = hrfcheck_exponent_of_##T(x);                                                                      \
    const T normal = shown == 0 ? x * TO_NORMAL : x;                                                                  \
    const I scaled = hrfcheck_exponent_of_##T(normal);                                                                \
    if (x == (T)0 || scaled == 2 * BIAS + 1) {                                                                        \
      *exponent = 0;                                                                                                  \
      return x;                                                                                                       \
    }                                                                                                                 \
    *exponent = (int)(scaled - BIAS + 1) - (shown == 0 ? MANTISSA + 1 : 0);                                           \
    return __builtin_astype((I)(__builtin_astype(normal, I) + ((BIAS - 1 - scaled) << MANTISSA)), T);                 \
  }                                                                                                                   \
  /* Rounded once: no factor but the last may make the number subnormal. */                                           \
  HRFCHECK_PLAIN T SCALED(T x, int n) { return x * __builtin_astype((I)((I)(n + BIAS) << MANTISSA), T); }             \
  HRFCHECK_FUNCTION T ldexp(T x, int n) {                                                                             \
    const int most = BIAS, least = MANTISSA + 2 - BIAS;                                                               \
    x = n > most ? SCALED(x, most) : x, n = n > most ? n - most : n;                                                  \
    x = n > most ? SCALED(x, most) : x, n = n > most ? n - most : n;                                                  \
    x = n < 1 - BIAS ? SCALED(x, least) : x, n = n < 1 - BIAS ? n - least : n;                                        \
    x = n < 1 - BIAS ? SCALED(x, least) : x, n = n < 1 - BIAS ? n - least : n;                                        \
    return SCALED(x, n > most ? most : n < 1 - BIAS ? 1 - BIAS : n);                                                  \
  }                                                                                                                   \
  HRFCHECK_FUNCTION int ilogb(T x) {                                                                                  \
    int exponent;                                                                                                     \
    hrfcheck_frexp(x, &exponent);                                                                                     \
    return x == (T)0 ? FP_ILOGB0 : x != x ? FP_ILOGBNAN : isinf(x) ? INT_MAX : exponent - 1;                          \
  }                                                                                                                   \
  HRFCHECK_FUNCTION T logb(T x) {                                                                                     \
    return x == (T)0 ? -(T)INFINITY : x != x || isinf(x) ? x * x : (T)ilogb(x);                                       \
  }                                                                                                                   \
  HRFCHECK_FUNCTION T nan(U code) {                                                                                   \
    return __builtin_astype((I)(((I)(2 * BIAS + 1) << MANTISSA) | ((I)1 << (MANTISSA - 1)) |                          \
                                (I)(code & (((U)1 << (MANTISSA - 1)) - 1))), T);                                      \
  }                                                                                                                   \
  HRFCHECK_FUNCTION T nextafter(T x, T y) {                                                                           \
    const I bits = __builtin_astype(x, I);                                                                            \
    const I away = (x < y) == (x > (T)0) ? bits + 1 : bits - 1;                                                       \
    const T least = __builtin_astype((I)1, T);                                                                        \
    return x != x || y != y ? x + y : x == y ? y : x == (T)0 ? (y > x ? least : -least) : __builtin_astype(away, T);  \
  }                                                                                                                   \
  HRFCHECK_ELEMENTS2(T, ldexp, T, int)                                                                                \
  HRFCHECK_ELEMENTS1(int, ilogb, T)                                                                                   \
  HRFCHECK_ELEMENTS1(T, logb, T)                                                                                      \
  HRFCHECK_ELEMENTS1(T, nan, U)                                                                                       \
  HRFCHECK_ELEMENTS2(T, nextafter, T, T)
HRFCHECK_TAKEN_APART(float, int, uint, 23, 127, 16777216.0f, hrfcheck_scaledf)
HRFCHECK_TAKEN_APART(double, long, ulong, 52, 1023L, 9007199254740992.0, hrfcheck_scaled)

#define HRFCHECK_BY_ONE_NUMBER(T, N) \
  HRFCHECK_FUNCTION T##N ldexp(T##N x, int n) { return ldexp(x, (int##N)n); }
#define HRFCHECK_BY_ONE(T)                                                                                            \
  HRFCHECK_BY_ONE_NUMBER(T, 2) HRFCHECK_BY_ONE_NUMBER(T, 3) HRFCHECK_BY_ONE_NUMBER(T, 4) HRFCHECK_BY_ONE_NUMBER(T, 8) \
  HRFCHECK_BY_ONE_NUMBER(T, 16)
HRFCHECK_BY_ONE(float)
HRFCHECK_BY_ONE(double)
HRFCHECK_IF_HALVES(HRFCHECK_FUNCTION half ldexp(half x, int n) { return (half)ldexp((float)x, n); })

// Element by element, whatever the width.
#define HRFCHECK_DERIVED(T, I, S)                                        \
  HRFCHECK_FUNCTION T fdim(T x, T y) { return x <= y ? (T)0 : x - y; }   \
  HRFCHECK_FUNCTION T maxmag(T x, T y) {                                 \
    return fabs(x) > fabs(y) ? x : (fabs(y) > fabs(x) ? y : fmax(x, y)); \
  }                                                                      \
  HRFCHECK_FUNCTION T minmag(T x, T y) {                                 \
    return fabs(x) < fabs(y) ? x : (fabs(y) < fabs(x) ? y : fmin(x, y)); \
  }                                                                      \
  HRFCHECK_FUNCTION T hrfcheck_fraction(T x) { return fabs(x) == (T)INFINITY ? (T)0 : x - trunc(x); }
HRFCHECK_FLOAT_TYPES(HRFCHECK_DERIVED)

// Second results, in each address space.
#define HRFCHECK_SECOND_RESULTS(P, T, LESS_THAN_ONE) \
  HRFCHECK_FUNCTION T modf(T x, P T* whole) {        \
    *whole = trunc(x);                               \
    return copysign(hrfcheck_fraction(x), x);        \
  }                                                  \
  HRFCHECK_FUNCTION T fract(T x, P T* whole) {       \
    *whole = floor(x);                               \
    return fmin(x - floor(x), (T)LESS_THAN_ONE);     \
  }                                                  \
  HRFCHECK_FUNCTION T sincos(T x, P T* cosine) {     \
    *cosine = cos(x);                                \
    return sin(x);                                   \
  }
#define HRFCHECK_SECOND_RESULTS_ALL(P, T, LESS_THAN_ONE)                                          \
  HRFCHECK_SECOND_RESULTS(P, T, LESS_THAN_ONE) HRFCHECK_SECOND_RESULTS(P, T##2, LESS_THAN_ONE)    \
  HRFCHECK_SECOND_RESULTS(P, T##3, LESS_THAN_ONE) HRFCHECK_SECOND_RESULTS(P, T##4, LESS_THAN_ONE) \
  HRFCHECK_SECOND_RESULTS(P, T##8, LESS_THAN_ONE) HRFCHECK_SECOND_RESULTS(P, T##16, LESS_THAN_ONE)
#define HRFCHECK_SECOND_INTEGERS(P, T, F)                  \
  HRFCHECK_FUNCTION T frexp(T x, P int* exponent) {        \
    int own;                                               \
    const T fraction = hrfcheck_frexp(x, &own);            \
    *exponent = own;                                       \
    return fraction;                                       \
  }                                                        \
  HRFCHECK_FUNCTION T##2 frexp(T##2 x, P int2* exponent) { \
    int2 own;                                              \
    int one;                                               \
    T##2 fraction;                                         \
    fraction.x = hrfcheck_frexp(x.x, &one), own.x = one;   \
    fraction.y = hrfcheck_frexp(x.y, &one), own.y = one;   \
    *exponent = own;                                       \
    return fraction;                                       \
  }                                                        \
  HRFCHECK_FUNCTION T##4 frexp(T##4 x, P int4* exponent) { \
    int4 own;                                              \
    int one;                                               \
    T##4 fraction;                                         \
    fraction.x = hrfcheck_frexp(x.x, &one), own.x = one;   \
    fraction.y = hrfcheck_frexp(x.y, &one), own.y = one;   \
    fraction.z = hrfcheck_frexp(x.z, &one), own.z = one;   \
    fraction.w = hrfcheck_frexp(x.w, &one), own.w = one;   \
    *exponent = own;                                       \
    return fraction;                                       \
  }                                                        \
  HRFCHECK_FUNCTION T lgamma_r(T x, P int* sign) {         \
    *sign = __ocml_lgamma_r_sign_##F(x);                   \
    return lgamma(x);                                      \
  }                                                        \
  HRFCHECK_FUNCTION T remquo(T x, T y, P int* quotient) {  \
    *quotient = __ocml_remquo_quotient_##F(x, y);          \
    return remainder(x, y);                                \
  }
HRFCHECK_NUMBER int __ocml_lgamma_r_sign_f32(float);
HRFCHECK_NUMBER int __ocml_lgamma_r_sign_f64(double);
HRFCHECK_NUMBER int __ocml_remquo_quotient_f32(float, float);
HRFCHECK_NUMBER int __ocml_remquo_quotient_f64(double, double);
#define HRFCHECK_SECOND_IN(P)                                  \
  HRFCHECK_SECOND_RESULTS_ALL(P, float, 0x1.fffffep-1f)        \
  HRFCHECK_SECOND_RESULTS_ALL(P, double, 0x1.fffffffffffffp-1) \
  HRFCHECK_SECOND_INTEGERS(P, float, f32)                      \
  HRFCHECK_SECOND_INTEGERS(P, double, f64)
#ifdef __opencl_c_generic_address_space
HRFCHECK_SECOND_IN(__generic)
#else
HRFCHECK_SECOND_IN(__global)
HRFCHECK_SECOND_IN(__local)
HRFCHECK_SECOND_IN(__private)
#endif
