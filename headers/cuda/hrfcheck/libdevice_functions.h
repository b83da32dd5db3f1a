#pragma once

// Functions of libdevice (CUDA Math API): declared, for they have no body here. hrfcheck knows of each that it does nothing
// but give a number.

#include "conversion_functions.h"
#include "qualifiers.h"

#define HRFCHECK_DECLARED1(NAME)                                                                               \
  extern "C" __attribute__((device)) float __nv_##NAME##f(float);                                              \
  extern "C" __attribute__((device)) double __nv_##NAME(double);                                               \
  HRFCHECK_DEVICE float NAME##f(float x) { return __nv_##NAME##f(x); }                                         \
  HRFCHECK_DEVICE float NAME(float x) { return __nv_##NAME##f(x); }                                            \
  HRFCHECK_DEVICE double NAME(double x) { return __nv_##NAME(x); }
#define HRFCHECK_DECLARED2(NAME)                                                                               \
  extern "C" __attribute__((device)) float __nv_##NAME##f(float, float);                                       \
  extern "C" __attribute__((device)) double __nv_##NAME(double, double);                                       \
  HRFCHECK_DEVICE float NAME##f(float x, float y) { return __nv_##NAME##f(x, y); }                             \
  HRFCHECK_DEVICE float NAME(float x, float y) { return __nv_##NAME##f(x, y); }                                \
  HRFCHECK_DEVICE double NAME(double x, double y) { return __nv_##NAME(x, y); }
#define HRFCHECK_DECLARED3(NAME)                                                                               \
  extern "C" __attribute__((device)) float __nv_##NAME##f(float, float, float);                                \
  extern "C" __attribute__((device)) double __nv_##NAME(double, double, double);                               \
  HRFCHECK_DEVICE float NAME##f(float x, float y, float z) { return __nv_##NAME##f(x, y, z); }                 \
  HRFCHECK_DEVICE double NAME(double x, double y, double z) { return __nv_##NAME(x, y, z); }
HRFCHECK_DECLARED1(sin)
HRFCHECK_DECLARED1(cos)
HRFCHECK_DECLARED1(tan)
HRFCHECK_DECLARED1(sinpi)
HRFCHECK_DECLARED1(cospi)
HRFCHECK_DECLARED1(asin)
HRFCHECK_DECLARED1(acos)
HRFCHECK_DECLARED1(atan)
HRFCHECK_DECLARED1(sinh)
HRFCHECK_DECLARED1(cosh)
HRFCHECK_DECLARED1(tanh)
HRFCHECK_DECLARED1(asinh)
HRFCHECK_DECLARED1(acosh)
HRFCHECK_DECLARED1(atanh)
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
HRFCHECK_DECLARED1(erfinv)
HRFCHECK_DECLARED1(erfcinv)
HRFCHECK_DECLARED1(erfcx)
HRFCHECK_DECLARED1(normcdf)
HRFCHECK_DECLARED1(normcdfinv)
HRFCHECK_DECLARED1(cbrt)
HRFCHECK_DECLARED1(rcbrt)
HRFCHECK_DECLARED1(lgamma)
HRFCHECK_DECLARED1(tgamma)
HRFCHECK_DECLARED1(j0)
HRFCHECK_DECLARED1(j1)
HRFCHECK_DECLARED1(y0)
HRFCHECK_DECLARED1(y1)
HRFCHECK_DECLARED2(pow)
HRFCHECK_DECLARED2(fmod)
HRFCHECK_DECLARED2(remainder)
HRFCHECK_DECLARED2(atan2)
HRFCHECK_DECLARED2(hypot)
HRFCHECK_DECLARED2(rhypot)
HRFCHECK_DECLARED2(nextafter)
HRFCHECK_DECLARED3(norm3d)
HRFCHECK_DECLARED3(rnorm3d)
#undef HRFCHECK_DECLARED1
#undef HRFCHECK_DECLARED2
#undef HRFCHECK_DECLARED3

extern "C" __attribute__((device)) double __nv_rsqrt(double);
HRFCHECK_DEVICE double rsqrt(double x) { return __nv_rsqrt(x); }
HRFCHECK_DEVICE double pow(double x, int y) { return __nv_pow(x, (double)y); }
HRFCHECK_DEVICE float pow(float x, int y) { return __nv_powf(x, (float)y); }
HRFCHECK_DEVICE void sincosf(float x, float* s, float* c) { *s = sinf(x), *c = cosf(x); }
HRFCHECK_DEVICE void sincos(float x, float* s, float* c) { *s = sinf(x), *c = cosf(x); }
HRFCHECK_DEVICE void sincos(double x, double* s, double* c) { *s = sin(x), *c = cos(x); }
HRFCHECK_DEVICE void sincospif(float x, float* s, float* c) { *s = sinpif(x), *c = cospif(x); }
HRFCHECK_DEVICE void sincospi(double x, double* s, double* c) { *s = sinpi(x), *c = cospi(x); }
