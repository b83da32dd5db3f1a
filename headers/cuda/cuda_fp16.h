#pragma once

// Floats of 16 bits (CUDA Math API, "Half Precision Intrinsics"): computed in instructions of PTX.

#include "cuda_runtime.h"

struct alignas(2) __half {
  unsigned short hrfcheck_bits;
  __half() = default;
  HRFCHECK_MEMBER_BOTH __half(float value);
  HRFCHECK_MEMBER_BOTH explicit __half(double value) : __half((float)value) {}
  HRFCHECK_MEMBER_BOTH explicit __half(int value) : __half((float)value) {}
  HRFCHECK_MEMBER_BOTH operator float() const;
};
struct alignas(4) __half2 {
  __half x, y;
  __half2() = default;
  HRFCHECK_MEMBER_BOTH __half2(__half a, __half b) : x(a), y(b) {}
};
typedef __half half;
typedef __half2 half2;
struct alignas(2) __half_raw {
  unsigned short x;
};

HRFCHECK_BOTH __half __float2half(float value) {
  __half result;
  asm("{ .reg .f32 f; mov.f32 f, %1; cvt.rn.f16.f32 %0, f; }" : "=h"(result.hrfcheck_bits) : "f"(value));
  return result;
}
HRFCHECK_BOTH float __half2float(__half value) {
  float result;
  asm("cvt.f32.f16 %0, %1;" : "=f"(result) : "h"(value.hrfcheck_bits));
  return result;
}
HRFCHECK_MEMBER_BOTH __half::__half(float value) : __half(__float2half(value)) {}
HRFCHECK_MEMBER_BOTH __half::operator float() const { return __half2float(*this); }
HRFCHECK_BOTH __half __float2half_rn(float value) { return __float2half(value); }
HRFCHECK_BOTH __half __int2half_rn(int value) { return __float2half((float)value); }
HRFCHECK_BOTH __half2 __float2half2_rn(float value) { return __half2(__float2half(value), __float2half(value)); }
HRFCHECK_BOTH __half2 __floats2half2_rn(float x, float y) { return __half2(__float2half(x), __float2half(y)); }
HRFCHECK_BOTH __half2 __float22half2_rn(float2 v) { return __floats2half2_rn(v.x, v.y); }
HRFCHECK_BOTH __half2 __half2half2(__half x) { return __half2(x, x); }
HRFCHECK_BOTH __half2 make_half2(__half x, __half y) { return __half2(x, y); }
HRFCHECK_BOTH __half2 __halves2half2(__half x, __half y) { return __half2(x, y); }
HRFCHECK_BOTH __half __low2half(__half2 v) { return v.x; }
HRFCHECK_BOTH __half __high2half(__half2 v) { return v.y; }
HRFCHECK_BOTH float __low2float(__half2 v) { return __half2float(v.x); }
HRFCHECK_BOTH float __high2float(__half2 v) { return __half2float(v.y); }
HRFCHECK_BOTH float2 __half22float2(__half2 v) { return make_float2(__half2float(v.x), __half2float(v.y)); }
HRFCHECK_BOTH unsigned short __half_as_ushort(__half x) { return x.hrfcheck_bits; }
HRFCHECK_BOTH __half __ushort_as_half(unsigned short x) {
  __half result;
  result.hrfcheck_bits = x;
  return result;
}

#define HRFCHECK_HALF(NAME, OPERATOR)                                                                                \
  HRFCHECK_BOTH __half NAME(__half x, __half y) { return __float2half(__half2float(x) OPERATOR __half2float(y)); }   \
  HRFCHECK_BOTH __half2 NAME##2(__half2 x, __half2 y) { return __half2(NAME(x.x, y.x), NAME(x.y, y.y)); }           \
  HRFCHECK_BOTH __half operator OPERATOR(__half x, __half y) { return NAME(x, y); }                                  \
  HRFCHECK_BOTH __half2 operator OPERATOR(__half2 x, __half2 y) { return NAME##2(x, y); }                            \
  HRFCHECK_BOTH __half& operator OPERATOR##=(__half& x, __half y) { return x = NAME(x, y); }                         \
  HRFCHECK_BOTH __half2& operator OPERATOR##=(__half2& x, __half2 y) { return x = NAME##2(x, y); }
HRFCHECK_HALF(__hadd, +)
HRFCHECK_HALF(__hsub, -)
HRFCHECK_HALF(__hmul, *)
HRFCHECK_HALF(__hdiv, /)
#undef HRFCHECK_HALF
#define HRFCHECK_HALF(NAME, OPERATOR)                                                                           \
  HRFCHECK_BOTH bool NAME(__half x, __half y) { return __half2float(x) OPERATOR __half2float(y); }              \
  HRFCHECK_BOTH bool operator OPERATOR(__half x, __half y) { return NAME(x, y); }
HRFCHECK_HALF(__heq, ==)
HRFCHECK_HALF(__hne, !=)
HRFCHECK_HALF(__hlt, <)
HRFCHECK_HALF(__hle, <=)
HRFCHECK_HALF(__hgt, >)
HRFCHECK_HALF(__hge, >=)
#undef HRFCHECK_HALF
HRFCHECK_BOTH __half __hmax(__half x, __half y) { return x < y ? y : x; }
HRFCHECK_BOTH __half __hmin(__half x, __half y) { return y < x ? y : x; }
HRFCHECK_BOTH __half __hneg(__half x) { return __float2half(-__half2float(x)); }
HRFCHECK_DEVICE __half __hfma(__half x, __half y, __half z) {
  return __float2half(fmaf(__half2float(x), __half2float(y), __half2float(z)));
}
HRFCHECK_DEVICE __half2 __hfma2(__half2 x, __half2 y, __half2 z) {
  return __half2(__hfma(x.x, y.x, z.x), __hfma(x.y, y.y, z.y));
}
