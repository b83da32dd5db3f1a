#pragma once

// Mathematical functions (CUDA Math API) of float and double that instructions of PTX compute; others are in
// libdevice_functions.h and exact_functions.h.

#include "conversion_functions.h"
#include "integer_functions.h"
#include "libdevice_functions.h"
#include "rounding_functions.h"

#define HRFCHECK_FLOAT2(NAME, CODE)                                                                            \
  HRFCHECK_DEVICE float NAME##f(float x, float y) {                                                            \
    float result;                                                                                              \
    asm(CODE ".f32 %0, %1, %2;" : "=f"(result) : "f"(x), "f"(y));                                              \
    return result;                                                                                             \
  }                                                                                                            \
  HRFCHECK_DEVICE float NAME(float x, float y) { return NAME##f(x, y); }                                       \
  HRFCHECK_DEVICE double NAME(double x, double y) {                                                            \
    double result;                                                                                             \
    asm(CODE ".f64 %0, %1, %2;" : "=d"(result) : "d"(x), "d"(y));                                              \
    return result;                                                                                             \
  }
HRFCHECK_FLOAT2(fmin, "min")
HRFCHECK_FLOAT2(fmax, "max")
#undef HRFCHECK_FLOAT2

#define HRFCHECK_FLOAT1(NAME, F32, F64)                                                                        \
  HRFCHECK_DEVICE float NAME##f(float x) {                                                                     \
    float result;                                                                                              \
    asm(F32 " %0, %1;" : "=f"(result) : "f"(x));                                                               \
    return result;                                                                                             \
  }                                                                                                            \
  HRFCHECK_DEVICE float NAME(float x) { return NAME##f(x); }                                                   \
  HRFCHECK_DEVICE double NAME(double x) {                                                                      \
    double result;                                                                                             \
    asm(F64 " %0, %1;" : "=d"(result) : "d"(x));                                                               \
    return result;                                                                                             \
  }
HRFCHECK_FLOAT1(fabs, "abs.f32", "abs.f64")
HRFCHECK_FLOAT1(sqrt, "sqrt.rn.f32", "sqrt.rn.f64")
HRFCHECK_FLOAT1(floor, "cvt.rmi.f32.f32", "cvt.rmi.f64.f64")
HRFCHECK_FLOAT1(ceil, "cvt.rpi.f32.f32", "cvt.rpi.f64.f64")
HRFCHECK_FLOAT1(trunc, "cvt.rzi.f32.f32", "cvt.rzi.f64.f64")
HRFCHECK_FLOAT1(rint, "cvt.rni.f32.f32", "cvt.rni.f64.f64")
#undef HRFCHECK_FLOAT1

HRFCHECK_DEVICE float fmaf(float x, float y, float z) {
  float result;
  asm("fma.rn.f32 %0, %1, %2, %3;" : "=f"(result) : "f"(x), "f"(y), "f"(z));
  return result;
}
HRFCHECK_DEVICE double fma(double x, double y, double z) {
  double result;
  asm("fma.rn.f64 %0, %1, %2, %3;" : "=d"(result) : "d"(x), "d"(y), "d"(z));
  return result;
}
HRFCHECK_DEVICE float fma(float x, float y, float z) { return fmaf(x, y, z); }

// Approximations: instructions of PTX.
#define HRFCHECK_APPROXIMATION(NAME, CODE)                                                                     \
  HRFCHECK_DEVICE float NAME(float x) {                                                                        \
    float result;                                                                                              \
    asm(CODE " %0, %1;" : "=f"(result) : "f"(x));                                                              \
    return result;                                                                                             \
  }
HRFCHECK_APPROXIMATION(rsqrtf, "rsqrt.approx.f32")
HRFCHECK_APPROXIMATION(__frsqrt_rn, "rsqrt.approx.f32")
HRFCHECK_APPROXIMATION(__sinf, "sin.approx.f32")
HRFCHECK_APPROXIMATION(__cosf, "cos.approx.f32")
HRFCHECK_APPROXIMATION(hrfcheck_exp2, "ex2.approx.f32")
HRFCHECK_APPROXIMATION(__log2f, "lg2.approx.f32")
HRFCHECK_APPROXIMATION(hrfcheck_rcp, "rcp.approx.f32")
HRFCHECK_APPROXIMATION(hrfcheck_tanh, "tanh.approx.f32")
#undef HRFCHECK_APPROXIMATION
HRFCHECK_DEVICE float __expf(float x) { return hrfcheck_exp2(x * 1.4426950408889634f); }
HRFCHECK_DEVICE float __exp10f(float x) { return hrfcheck_exp2(x * 3.3219280948873623f); }
HRFCHECK_DEVICE float __logf(float x) { return __log2f(x) * 0.6931471805599453f; }
HRFCHECK_DEVICE float __log10f(float x) { return __log2f(x) * 0.3010299956639812f; }
HRFCHECK_DEVICE float __powf(float x, float y) { return hrfcheck_exp2(y * __log2f(x)); }
HRFCHECK_DEVICE float __fdividef(float x, float y) { return x * hrfcheck_rcp(y); }
HRFCHECK_DEVICE float fdividef(float x, float y) { return x / y; }
HRFCHECK_DEVICE float rsqrt(float x) { return rsqrtf(x); }
HRFCHECK_DEVICE void __sincosf(float x, float* s, float* c) { *s = __sinf(x), *c = __cosf(x); }
HRFCHECK_DEVICE float __saturatef(float x) { return fminf(fmaxf(x, 0.0f), 1.0f); }

HRFCHECK_DEVICE int abs(int x) { return x < 0 ? -x : x; }
HRFCHECK_DEVICE long abs(long x) { return x < 0 ? -x : x; }
HRFCHECK_DEVICE long long abs(long long x) { return x < 0 ? -x : x; }
HRFCHECK_DEVICE float abs(float x) { return fabsf(x); }
HRFCHECK_DEVICE double abs(double x) { return fabs(x); }
HRFCHECK_DEVICE bool hrfcheck_isnan(double x) { return !(x == x); }
HRFCHECK_DEVICE bool hrfcheck_isinf(double x) { return x == __builtin_inf() || x == -__builtin_inf(); }

// `min` and `max`: of two of one type, and of those mixtures that the Math API has.
#define HRFCHECK_MINMAX(T)                                              \
  HRFCHECK_BOTH T min(T x, T y) { return y < x ? y : x; }               \
  HRFCHECK_BOTH T max(T x, T y) { return x < y ? y : x; }
HRFCHECK_MINMAX(int)
HRFCHECK_MINMAX(unsigned int)
HRFCHECK_MINMAX(long)
HRFCHECK_MINMAX(unsigned long)
HRFCHECK_MINMAX(long long)
HRFCHECK_MINMAX(unsigned long long)
#undef HRFCHECK_MINMAX
#define HRFCHECK_MIXED(T, U, R)                                                    \
  HRFCHECK_BOTH R min(T x, U y) { return min((R)x, (R)y); }                        \
  HRFCHECK_BOTH R max(T x, U y) { return max((R)x, (R)y); }
HRFCHECK_MIXED(int, unsigned int, unsigned int)
HRFCHECK_MIXED(unsigned int, int, unsigned int)
HRFCHECK_MIXED(long, unsigned long, unsigned long)
HRFCHECK_MIXED(unsigned long, long, unsigned long)
HRFCHECK_MIXED(long long, unsigned long long, unsigned long long)
HRFCHECK_MIXED(unsigned long long, long long, unsigned long long)
#undef HRFCHECK_MIXED
HRFCHECK_DEVICE float min(float x, float y) { return fminf(x, y); }
HRFCHECK_DEVICE float max(float x, float y) { return fmaxf(x, y); }
HRFCHECK_DEVICE double min(double x, double y) { return fmin(x, y); }
HRFCHECK_DEVICE double max(double x, double y) { return fmax(x, y); }
HRFCHECK_DEVICE double min(float x, double y) { return fmin((double)x, y); }
HRFCHECK_DEVICE double max(float x, double y) { return fmax((double)x, y); }
HRFCHECK_DEVICE double min(double x, float y) { return fmin(x, (double)y); }
HRFCHECK_DEVICE double max(double x, float y) { return fmax(x, (double)y); }
