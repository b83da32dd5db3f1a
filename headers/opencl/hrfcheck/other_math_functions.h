#pragma once

// Math Functions that are elsewhere: names of AMD's device library, which the reader of LLVM IR knows, or takes for any number.

#define HRFCHECK_ELSEWHERE1(NAME)                                                         \
  HRFCHECK_NUMBER float __ocml_##NAME##_f32(float);                                       \
  HRFCHECK_NUMBER double __ocml_##NAME##_f64(double);                                     \
  HRFCHECK_FUNCTION float NAME(float x) { return __ocml_##NAME##_f32(x); }                \
  HRFCHECK_FUNCTION double NAME(double x) { return __ocml_##NAME##_f64(x); }              \
  HRFCHECK_ELEMENTS1(float, NAME, float)                                                  \
  HRFCHECK_ELEMENTS1(double, NAME, double)                                                \
  HRFCHECK_IF_HALVES(HRFCHECK_FUNCTION half NAME(half x) { return (half)NAME((float)x); } \
                     HRFCHECK_ELEMENTS1(half, NAME, half))
#define HRFCHECK_ELSEWHERE2(NAME)                                                                           \
  HRFCHECK_NUMBER float __ocml_##NAME##_f32(float, float);                                                  \
  HRFCHECK_NUMBER double __ocml_##NAME##_f64(double, double);                                               \
  HRFCHECK_FUNCTION float NAME(float x, float y) { return __ocml_##NAME##_f32(x, y); }                      \
  HRFCHECK_FUNCTION double NAME(double x, double y) { return __ocml_##NAME##_f64(x, y); }                   \
  HRFCHECK_ELEMENTS2(float, NAME, float, float)                                                             \
  HRFCHECK_ELEMENTS2(double, NAME, double, double)                                                          \
  HRFCHECK_IF_HALVES(HRFCHECK_FUNCTION half NAME(half x, half y) { return (half)NAME((float)x, (float)y); } \
                     HRFCHECK_ELEMENTS2(half, NAME, half, half))
HRFCHECK_ELSEWHERE1(acos)
HRFCHECK_ELSEWHERE1(acosh)
HRFCHECK_ELSEWHERE1(acospi)
HRFCHECK_ELSEWHERE1(asin)
HRFCHECK_ELSEWHERE1(asinh)
HRFCHECK_ELSEWHERE1(asinpi)
HRFCHECK_ELSEWHERE1(atan)
HRFCHECK_ELSEWHERE1(atanh)
HRFCHECK_ELSEWHERE1(atanpi)
HRFCHECK_ELSEWHERE1(cbrt)
HRFCHECK_ELSEWHERE1(cosh)
HRFCHECK_ELSEWHERE1(cospi)
HRFCHECK_ELSEWHERE1(erf)
HRFCHECK_ELSEWHERE1(erfc)
HRFCHECK_ELSEWHERE1(exp10)
HRFCHECK_ELSEWHERE1(expm1)
HRFCHECK_ELSEWHERE1(lgamma)
HRFCHECK_ELSEWHERE1(log1p)
HRFCHECK_ELSEWHERE1(rsqrt)
HRFCHECK_ELSEWHERE1(sinh)
HRFCHECK_ELSEWHERE1(sinpi)
HRFCHECK_ELSEWHERE1(tanh)
HRFCHECK_ELSEWHERE1(tanpi)
HRFCHECK_ELSEWHERE1(tgamma)
HRFCHECK_ELSEWHERE2(atan2)
HRFCHECK_ELSEWHERE2(atan2pi)
HRFCHECK_ELSEWHERE2(fmod)
HRFCHECK_ELSEWHERE2(hypot)
HRFCHECK_ELSEWHERE2(remainder)

// Powers by integers are powers; roots are numbers of two operands that nobody computes.
#define HRFCHECK_POWERS(T, I, F)                                           \
  HRFCHECK_NUMBER T __ocml_rootn_##F(T, int);                              \
  HRFCHECK_FUNCTION T pown(T x, int y) { return pow(x, (T)y); }            \
  HRFCHECK_FUNCTION T rootn(T x, int y) { return __ocml_rootn_##F(x, y); } \
  HRFCHECK_ELEMENTS2(T, pown, T, int)                                      \
  HRFCHECK_ELEMENTS2(T, rootn, T, int)
HRFCHECK_POWERS(float, int, f32)
HRFCHECK_POWERS(double, long, f64)
