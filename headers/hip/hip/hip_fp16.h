#pragma once

// Floats of 16 bits (HIP documentation, "HIP math API", half precision): clang's own type.

#include "hip_runtime.h"

typedef _Float16 __half;
typedef __half half;
struct alignas(4) __half2 {
  __half x, y;
};
typedef __half2 half2;

HRFCHECK_BOTH __half __float2half(float x) { return (__half)x; }
HRFCHECK_BOTH __half __float2half_rn(float x) { return (__half)x; }
HRFCHECK_BOTH float __half2float(__half x) { return (float)x; }
HRFCHECK_BOTH __half2 __halves2half2(__half x, __half y) { return __half2{x, y}; }
HRFCHECK_BOTH __half2 make_half2(__half x, __half y) { return __half2{x, y}; }
HRFCHECK_BOTH __half2 __float2half2_rn(float x) { return __half2{(__half)x, (__half)x}; }
HRFCHECK_BOTH __half2 __floats2half2_rn(float x, float y) { return __half2{(__half)x, (__half)y}; }
HRFCHECK_BOTH float2 __half22float2(__half2 v) { return make_float2((float)v.x, (float)v.y); }
HRFCHECK_BOTH __half __low2half(__half2 v) { return v.x; }
HRFCHECK_BOTH __half __high2half(__half2 v) { return v.y; }
HRFCHECK_BOTH float __low2float(__half2 v) { return (float)v.x; }
HRFCHECK_BOTH float __high2float(__half2 v) { return (float)v.y; }
HRFCHECK_BOTH unsigned short __half_as_ushort(__half x) { return __builtin_bit_cast(unsigned short, x); }
HRFCHECK_BOTH __half __ushort_as_half(unsigned short x) { return __builtin_bit_cast(__half, x); }
#define HRFCHECK_HALF(NAME, OPERATOR)                                        \
  HRFCHECK_BOTH __half NAME(__half x, __half y) { return x OPERATOR y; }     \
  HRFCHECK_BOTH __half2 NAME##2(__half2 x, __half2 y) { return __half2{x.x OPERATOR y.x, x.y OPERATOR y.y}; }
HRFCHECK_HALF(__hadd, +)
HRFCHECK_HALF(__hsub, -)
HRFCHECK_HALF(__hmul, *)
#undef HRFCHECK_HALF
HRFCHECK_BOTH bool __hlt(__half x, __half y) { return x < y; }
HRFCHECK_BOTH bool __hgt(__half x, __half y) { return x > y; }
HRFCHECK_BOTH bool __heq(__half x, __half y) { return x == y; }
