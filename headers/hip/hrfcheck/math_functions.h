#pragma once

// Mathematical functions (HIP documentation, "HIP math API"): those that LLVM has intrinsics for, and those of AMD's device
// library, which have no body here.

#include "integer_functions.h"

#define HRFCHECK_INTRINSIC1(NAME)                                              \
  HRFCHECK_DEVICE float NAME##f(float x) { return __builtin_##NAME##f(x); }    \
  HRFCHECK_DEVICE float NAME(float x) { return __builtin_##NAME##f(x); }       \
  HRFCHECK_DEVICE double NAME(double x) { return __builtin_##NAME(x); }
HRFCHECK_INTRINSIC1(fabs)
HRFCHECK_INTRINSIC1(sqrt)
HRFCHECK_INTRINSIC1(floor)
HRFCHECK_INTRINSIC1(ceil)
HRFCHECK_INTRINSIC1(trunc)
HRFCHECK_INTRINSIC1(rint)
HRFCHECK_INTRINSIC1(nearbyint)
HRFCHECK_INTRINSIC1(round)
#undef HRFCHECK_INTRINSIC1
#define HRFCHECK_INTRINSIC2(NAME)                                                                   \
  HRFCHECK_DEVICE float NAME##f(float x, float y) { return __builtin_##NAME##f(x, y); }             \
  HRFCHECK_DEVICE float NAME(float x, float y) { return __builtin_##NAME##f(x, y); }                \
  HRFCHECK_DEVICE double NAME(double x, double y) { return __builtin_##NAME(x, y); }
HRFCHECK_INTRINSIC2(fmin)
HRFCHECK_INTRINSIC2(fmax)
HRFCHECK_INTRINSIC2(copysign)
#undef HRFCHECK_INTRINSIC2
HRFCHECK_DEVICE float fmaf(float x, float y, float z) { return __builtin_fmaf(x, y, z); }
HRFCHECK_DEVICE float fma(float x, float y, float z) { return __builtin_fmaf(x, y, z); }
HRFCHECK_DEVICE double fma(double x, double y, double z) { return __builtin_fma(x, y, z); }

#define HRFCHECK_DECLARED1(NAME)                                                   \
  extern "C" __attribute__((device, const)) float __ocml_##NAME##_f32(float);      \
  extern "C" __attribute__((device, const)) double __ocml_##NAME##_f64(double);    \
  HRFCHECK_DEVICE float NAME##f(float x) { return __ocml_##NAME##_f32(x); }        \
  HRFCHECK_DEVICE float NAME(float x) { return __ocml_##NAME##_f32(x); }           \
  HRFCHECK_DEVICE double NAME(double x) { return __ocml_##NAME##_f64(x); }
#define HRFCHECK_DECLARED2(NAME)                                                           \
  extern "C" __attribute__((device, const)) float __ocml_##NAME##_f32(float, float);       \
  extern "C" __attribute__((device, const)) double __ocml_##NAME##_f64(double, double);    \
  HRFCHECK_DEVICE float NAME##f(float x, float y) { return __ocml_##NAME##_f32(x, y); }    \
  HRFCHECK_DEVICE float NAME(float x, float y) { return __ocml_##NAME##_f32(x, y); }       \
  HRFCHECK_DEVICE double NAME(double x, double y) { return __ocml_##NAME##_f64(x, y); }
HRFCHECK_DECLARED1(sin)
HRFCHECK_DECLARED1(cos)
HRFCHECK_DECLARED1(tan)
HRFCHECK_DECLARED1(asin)
HRFCHECK_DECLARED1(acos)
HRFCHECK_DECLARED1(atan)
HRFCHECK_DECLARED1(sinh)
HRFCHECK_DECLARED1(cosh)
HRFCHECK_DECLARED1(tanh)
HRFCHECK_DECLARED1(exp)
HRFCHECK_DECLARED1(exp2)
HRFCHECK_DECLARED1(exp10)
HRFCHECK_DECLARED1(expm1)
HRFCHECK_DECLARED1(log)
HRFCHECK_DECLARED1(log2)
HRFCHECK_DECLARED1(log10)
HRFCHECK_DECLARED1(log1p)
HRFCHECK_DECLARED1(erf)
HRFCHECK_DECLARED1(erfc)
HRFCHECK_DECLARED1(cbrt)
HRFCHECK_DECLARED1(rsqrt)
HRFCHECK_DECLARED1(tgamma)
HRFCHECK_DECLARED1(lgamma)
HRFCHECK_DECLARED2(pow)
HRFCHECK_DECLARED2(fmod)
HRFCHECK_DECLARED2(atan2)
HRFCHECK_DECLARED2(hypot)
#undef HRFCHECK_DECLARED2
#undef HRFCHECK_DECLARED1
HRFCHECK_DEVICE float __expf(float x) { return expf(x); }
HRFCHECK_DEVICE float __exp10f(float x) { return exp10f(x); }
HRFCHECK_DEVICE float __logf(float x) { return logf(x); }
HRFCHECK_DEVICE float __log2f(float x) { return log2f(x); }
HRFCHECK_DEVICE float __log10f(float x) { return log10f(x); }
HRFCHECK_DEVICE float __powf(float x, float y) { return powf(x, y); }
HRFCHECK_DEVICE float __sinf(float x) { return sinf(x); }
HRFCHECK_DEVICE float __cosf(float x) { return cosf(x); }
HRFCHECK_DEVICE float __tanf(float x) { return tanf(x); }
HRFCHECK_DEVICE float __frsqrt_rn(float x) { return rsqrtf(x); }
HRFCHECK_DEVICE float __frcp_rn(float x) { return 1.0f / x; }
HRFCHECK_DEVICE float __fsqrt_rn(float x) { return sqrtf(x); }
HRFCHECK_DEVICE float __fadd_rn(float x, float y) { return x + y; }
HRFCHECK_DEVICE float __fsub_rn(float x, float y) { return x - y; }
HRFCHECK_DEVICE float __fmul_rn(float x, float y) { return x * y; }
HRFCHECK_DEVICE float __fdiv_rn(float x, float y) { return x / y; }
HRFCHECK_DEVICE float __fmaf_rn(float x, float y, float z) { return fmaf(x, y, z); }
HRFCHECK_DEVICE float __fdividef(float x, float y) { return x / y; }
HRFCHECK_DEVICE float fdividef(float x, float y) { return x / y; }
HRFCHECK_DEVICE float __saturatef(float x) { return fminf(fmaxf(x, 0.0f), 1.0f); }
HRFCHECK_DEVICE void sincosf(float x, float* s, float* c) { *s = sinf(x), *c = cosf(x); }
HRFCHECK_DEVICE void sincos(double x, double* s, double* c) { *s = sin(x), *c = cos(x); }

HRFCHECK_DEVICE int abs(int x) { return x < 0 ? -x : x; }
HRFCHECK_DEVICE long abs(long x) { return x < 0 ? -x : x; }
HRFCHECK_DEVICE long long abs(long long x) { return x < 0 ? -x : x; }
HRFCHECK_DEVICE float abs(float x) { return fabsf(x); }
HRFCHECK_DEVICE double abs(double x) { return fabs(x); }

// `min` and `max`: of two of one type, and of mixtures.
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

// Conversions, in the rounding that their names end in; `rn` is that of the language for integers.
HRFCHECK_DEVICE int __float2int_rn(float x) { return (int)rintf(x); }
HRFCHECK_DEVICE int __float2int_rz(float x) { return (int)x; }
HRFCHECK_DEVICE int __float2int_ru(float x) { return (int)ceilf(x); }
HRFCHECK_DEVICE int __float2int_rd(float x) { return (int)floorf(x); }
HRFCHECK_DEVICE unsigned int __float2uint_rn(float x) { return (unsigned int)rintf(x); }
HRFCHECK_DEVICE unsigned int __float2uint_rz(float x) { return (unsigned int)x; }
HRFCHECK_DEVICE float __int2float_rn(int x) { return (float)x; }
HRFCHECK_DEVICE float __uint2float_rn(unsigned int x) { return (float)x; }
HRFCHECK_DEVICE double __int2double_rn(int x) { return (double)x; }
HRFCHECK_DEVICE int __double2int_rz(double x) { return (int)x; }
HRFCHECK_DEVICE float __double2float_rn(double x) { return (float)x; }
